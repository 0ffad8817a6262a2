<?php

declare(strict_types=1);

namespace Tramway\Timetable;

/** A clock that is set by hand. */
final class FixedClock implements Clock
{
    public function __construct(private int $minute = 0, private int $day = 0)
    {
    }

    public function minute(): int
    {
        return $this->minute;
    }

    public function day(): int
    {
        return $this->day;
    }

    public function forward(int $minutes): void
    {
        $this->minute += $minutes;
        while ($this->minute >= 1440) {
            $this->minute -= 1440;
            $this->day++;
        }
    }
}
