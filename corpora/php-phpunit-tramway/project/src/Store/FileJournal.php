<?php

declare(strict_types=1);

namespace Tramway\Store;

/** A journal in a file: one line each, fields parted by semicolons. */
final class FileJournal implements Journal
{
    public function __construct(private readonly string $path)
    {
    }

    public function write(array $fields): void
    {
        $line = implode(';', array_map(self::quoted(...), $fields)) . "\n";
        if (file_put_contents($this->path, $line, FILE_APPEND | LOCK_EX) === false) {
            throw new \RuntimeException("cannot write {$this->path}");
        }
    }

    public function all(): array
    {
        if (!is_file($this->path)) {
            return [];
        }
        $all = [];
        foreach (file($this->path, FILE_IGNORE_NEW_LINES) as $number => $line) {
            $fields = str_getcsv($line, ';');
            if (count($fields) < 2) {
                throw new \UnexpectedValueException('line ' . ($number + 1) . ' is damaged');
            }
            $all[] = array_map('strval', $fields);
        }
        return $all;
    }

    private static function quoted(string $field): string
    {
        if (strpbrk($field, ";\"\n") === false) {
            return $field;
        }
        return '"' . str_replace(['"', "\n"], ['""', ' '], $field) . '"';
    }
}
