<?php

declare(strict_types=1);

namespace Bakehouse\Stock;

use Bakehouse\Weight;

/** What is in store, kept in a file with one ingredient a line. */
final class Shelf
{
    /** @var array<string, Weight> */
    private array $weights = [];

    public function __construct(private readonly string $path)
    {
        if (is_file($path)) {
            foreach (file($path, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) as $line) {
                [$name, $weight] = explode(':', $line, 2) + [1 => ''];
                $this->weights[trim($name)] = Weight::parse($weight);
            }
        }
    }

    public function put(string $name, Weight $weight): void
    {
        $this->weights[$name] = $this->weight($name)->plus($weight);
        $this->save();
    }

    /**
     * Takes all of it or nothing.
     *
     * @param array<string, Weight> $wanted
     */
    public function take(array $wanted): void
    {
        $missing = $this->missing($wanted);
        if ($missing !== []) {
            throw new ShortageException($missing);
        }
        foreach ($wanted as $name => $weight) {
            $this->weights[$name] = $this->weight($name)->minus($weight);
        }
        $this->save();
    }

    /** @return array<string, Weight> what is missing of it */
    public function missing(array $wanted): array
    {
        $missing = [];
        foreach ($wanted as $name => $weight) {
            // Water comes from the tap.
            if ($name !== 'water' && $weight->isMore($this->weight($name))) {
                $missing[$name] = $weight->minus($this->weight($name));
            }
        }
        return $missing;
    }

    public function weight(string $name): Weight
    {
        if ($name === 'water') {
            return Weight::grams(1_000_000);
        }
        return $this->weights[$name] ?? Weight::grams(0);
    }

    /** @return list<string> what is below a kilogram, by name */
    public function low(): array
    {
        $low = array_filter($this->weights, fn (Weight $weight): bool => !$weight->isMore(Weight::grams(999)));
        ksort($low);
        return array_keys($low);
    }

    private function save(): void
    {
        $lines = '';
        foreach ($this->weights as $name => $weight) {
            if ($name !== 'water') {
                $lines .= "$name: {$weight->grams} g\n";
            }
        }
        file_put_contents($this->path, $lines, LOCK_EX);
    }
}
