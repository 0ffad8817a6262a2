<?php

declare(strict_types=1);

namespace Tramway\Timetable;

use function Tramway\clock;
use function Tramway\minutes;

/** When the cars of a line leave its first stop. */
final class Schedule
{
    /** @var list<int> */
    private array $starts = [];

    public function __construct(public readonly Line $line)
    {
    }

    /** A car every so many minutes between two times, both included. */
    public function every(int $interval, string $from, string $until): self
    {
        if ($interval <= 0) {
            throw new \DomainException('cars do not leave all at once');
        }
        $last = minutes($until);
        for ($minute = minutes($from); $minute <= $last; $minute += $interval) {
            $this->starts[] = $minute;
        }
        sort($this->starts);
        $this->starts = array_values(array_unique($this->starts));
        return $this;
    }

    /** @return list<string> the next departures at a stop */
    public function next(string $stop, Clock $clock, int $count = 3): array
    {
        $ride = $this->line->rideMinutes($this->line->terminus(true), $stop);
        $found = [];
        foreach ($this->starts as $start) {
            if ($start + $ride >= $clock->minute()) {
                $found[] = clock($start + $ride);
            }
            if (count($found) === $count) {
                break;
            }
        }
        return $found;
    }

    /** Minutes to wait at a stop, or null if no car comes any more. */
    public function wait(string $stop, Clock $clock): ?int
    {
        $next = $this->next($stop, $clock, 1);
        return $next === [] ? null : (minutes($next[0]) - $clock->minute() + 1440) % 1440;
    }

    public function isNight(int $minute): bool
    {
        return $minute >= 1380 || $minute < 300;
    }

    public function count(): int
    {
        return count($this->starts);
    }
}
