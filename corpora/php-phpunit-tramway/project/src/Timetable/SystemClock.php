<?php

declare(strict_types=1);

namespace Tramway\Timetable;

final class SystemClock implements Clock
{
    public function minute(): int
    {
        [$hour, $minute] = explode(':', date('G:i'));
        return (int) $hour * 60 + (int) $minute;
    }

    public function day(): int
    {
        return intdiv(time(), 86400);
    }
}
