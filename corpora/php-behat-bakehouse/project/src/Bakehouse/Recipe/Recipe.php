<?php

declare(strict_types=1);

namespace Bakehouse\Recipe;

use Bakehouse\Weight;

/** What a dough is made of. Flour is 100 percent; everything else is told in relation to it. */
class Recipe
{
    /** @var array<string, int> ingredient and its percent of the flour */
    private array $percents = [];

    public function __construct(public readonly string $name, private readonly int $loss = 12)
    {
        $this->percents['flour'] = 100;
    }

    public function with(string $ingredient, int $percent): static
    {
        if ($percent <= 0) {
            throw new \DomainException("no $ingredient at all");
        }
        $this->percents[$ingredient] = ($this->percents[$ingredient] ?? 0) + $percent;
        return $this;
    }

    public function total(): int
    {
        return array_sum($this->percents);
    }

    /** Dough for so many pieces of this weight when baked: what the oven takes is added before. */
    public function dough(int $pieces, Weight $each): Weight
    {
        if ($pieces < 1) {
            throw new \DomainException('a batch has one piece or more');
        }
        return Weight::grams($pieces * $each->grams)->share(100, 100 - $this->loss);
    }

    /** @return array<string, Weight> the ingredients of that much dough, the heaviest first */
    public function scale(Weight $dough): array
    {
        $all = [];
        foreach ($this->percents as $ingredient => $percent) {
            $all[$ingredient] = $dough->share($percent, $this->total());
        }
        uasort($all, fn (Weight $left, Weight $right): int => $right->grams <=> $left->grams);
        return $all;
    }

    /** Percent of water, which says how soft the dough is. */
    public function hydration(): int
    {
        return ($this->percents['water'] ?? 0) + intdiv($this->percents['milk'] ?? 0, 2);
    }

    public function feel(): string
    {
        return match (true) {
            $this->hydration() < 55 => 'stiff',
            $this->hydration() < 68 => 'firm',
            $this->hydration() < 80 => 'soft',
            default => 'runny',
        };
    }

    public function minutesToRise(int $degrees): int
    {
        $yeast = $this->percents['yeast'] ?? 0;
        $base = $yeast > 0 ? intdiv(180, min($yeast, 4)) : 480;
        $cold = max(0, 24 - $degrees);
        return $base + $cold * 10;
    }
}
