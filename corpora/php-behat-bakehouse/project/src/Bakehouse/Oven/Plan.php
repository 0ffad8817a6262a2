<?php

declare(strict_types=1);

namespace Bakehouse\Oven;

/** What goes into the oven and when. One batch at a time; between two of them the oven finds its heat again. */
final class Plan
{
    private const DEGREES_A_MINUTE = 10;

    /** @var list<array{name: string, from: int, until: int, heat: int}> */
    private array $batches = [];
    private int $heat = 20;

    public function __construct(private int $free)
    {
    }

    public static function at(string $time): self
    {
        return new self(Clock::minutes($time));
    }

    public function bake(string $name, int $minutes, int $heat): self
    {
        if ($minutes < 1 || $heat < 100 || $heat > 300) {
            throw new \DomainException("$name: $minutes minutes at $heat degrees");
        }
        $from = $this->free + $this->change($heat);
        $this->batches[] = ['name' => $name, 'from' => $from, 'until' => $from + $minutes, 'heat' => $heat];
        $this->free = $from + $minutes;
        $this->heat = $heat;
        return $this;
    }

    /** Cooling takes twice as long as heating. */
    private function change(int $heat): int
    {
        $steps = (int) ceil(abs($heat - $this->heat) / self::DEGREES_A_MINUTE);
        return $heat < $this->heat ? $steps * 2 : $steps;
    }

    public function ready(string $name): ?string
    {
        $last = null;
        foreach ($this->batches as $batch) {
            if ($batch['name'] === $name) {
                $last = Clock::text($batch['until']);
            }
        }
        return $last;
    }

    /** @return list<string> what is in the oven at this time, or was last */
    public function during(string $time): array
    {
        $minute = Clock::minutes($time);
        $inside = array_filter($this->batches, fn (array $batch): bool => $batch['from'] <= $minute && $minute < $batch['until']);
        return array_column($inside, 'name');
    }

    public function finished(): string
    {
        return Clock::text($this->free);
    }

    /** The order of batches with the least waiting: from the hottest down saves nothing, from the coolest up does. */
    public static function best(string $time, array $batches): self
    {
        usort($batches, fn (array $a, array $b): int => [$a['heat'], $a['name']] <=> [$b['heat'], $b['name']]);
        $plan = self::at($time);
        foreach ($batches as $batch) {
            $plan->bake($batch['name'], $batch['minutes'], $batch['heat']);
        }
        return $plan;
    }
}
