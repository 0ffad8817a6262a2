<?php

declare(strict_types=1);

namespace Tramway\Timetable;

use Tramway\Fare\Zone;

/** A line: stops with their zones and the minutes it takes from one to the next. */
final class Line
{
    /** @var list<string> */
    private array $stops = [];
    /** @var array<string, Zone> */
    private array $zones = [];
    /** @var list<int> minutes from the first stop */
    private array $offsets = [];

    public function __construct(public readonly string $name)
    {
    }

    public function stop(string $name, Zone $zone, int $ride = 2): self
    {
        if (in_array($name, $this->stops, true)) {
            throw new \LogicException("$name is twice on line {$this->name}");
        }
        $this->offsets[] = $this->stops === [] ? 0 : end($this->offsets) + $ride;
        $this->stops[] = $name;
        $this->zones[$name] = $zone;
        return $this;
    }

    public function serves(string $stop): bool
    {
        return isset($this->zones[$stop]);
    }

    public function zone(string $stop): Zone
    {
        return $this->zones[$stop] ?? throw new \OutOfBoundsException("line {$this->name} does not stop at $stop");
    }

    /** How many stops lie between, the last one counted. Negative in the other direction. */
    public function stopsBetween(string $from, string $to): int
    {
        return $this->place($to) - $this->place($from);
    }

    public function rideMinutes(string $from, string $to): int
    {
        return abs($this->offsets[$this->place($to)] - $this->offsets[$this->place($from)]);
    }

    public function terminus(bool $back = false): string
    {
        return $back ? $this->stops[0] : $this->stops[count($this->stops) - 1];
    }

    /** @return \Generator<string, int> stops with the minutes from the first one */
    public function walk(): \Generator
    {
        foreach ($this->stops as $at => $stop) {
            yield $stop => $this->offsets[$at];
        }
    }

    private function place(string $stop): int
    {
        $this->zone($stop);
        return (int) array_search($stop, $this->stops, true);
    }
}
