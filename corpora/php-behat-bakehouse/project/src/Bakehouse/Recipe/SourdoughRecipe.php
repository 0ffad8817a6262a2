<?php

declare(strict_types=1);

namespace Bakehouse\Recipe;

/** Rises with a starter, which is half flour and half water. */
final class SourdoughRecipe extends Recipe
{
    public function __construct(string $name, private readonly int $starter)
    {
        parent::__construct($name, 15);
        $this->with('starter', $starter);
    }

    public function hydration(): int
    {
        $half = intdiv($this->starter, 2);
        return intdiv((parent::hydration() + $half) * 100, 100 + $half);
    }

    public function minutesToRise(int $degrees): int
    {
        if ($degrees < 4) {
            throw new \OutOfRangeException('it sleeps');
        }
        return intdiv(9600, $this->starter) + max(0, 26 - $degrees) * 15;
    }
}
