<?php

declare(strict_types=1);

namespace Shapes;

interface Sized
{
    public function size(): int;
}

/** Functions of every kind, for rewrites. */
abstract class Shape implements Sized
{
    public function __construct(protected int $sides = 3)
    {
        $this->sides = max($sides, 3);
    }

    abstract public function area(): float;

    #[\ReturnTypeWillChange]
    public function size(): int
    {
        // how many
        return $this->sides;
    }

    public static function square(): static { return new static(4); }

    public function names(): iterable
    {
        yield 'shape';
        foreach ($this->more() as $name) {
            yield $name;
        }
    }

    private function more(): array
    {
        return ['polygon'];
    }

    public function half(): ?float
    {
        return $this->sides / 2;
    }

    public function tell(string $prefix = ''): string
    {
        return <<<TEXT
            $prefix has {$this->sides} sides
            TEXT;
    }

    public function check($n): void
    {
        if ($n !== $this->sides) {
            throw new \RuntimeException('wrong');
        }
    }

    public function sorter(): \Closure
    {
        return fn ($a, $b) => $a <=> $b;
    }
}

final class Triangle extends Shape
{
    public function area(): float
    {
        return 1.5;
    }
}

function plain(int $n): int
{
    return $n * 2;
}

$double = fn (int $n): int => $n * 2;
$triple = static function (int $n) {
    return $n * 3;
};
