<?php

declare(strict_types=1);

namespace Tramway\Store;

final class MemoryJournal implements Journal, \Countable
{
    /** @var list<list<string>> */
    private array $lines = [];

    public function write(array $fields): void
    {
        $this->lines[] = array_values($fields);
    }

    public function all(): array
    {
        return $this->lines;
    }

    public function count(): int
    {
        return count($this->lines);
    }
}
