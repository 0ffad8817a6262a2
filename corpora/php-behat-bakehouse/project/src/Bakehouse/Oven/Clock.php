<?php

declare(strict_types=1);

namespace Bakehouse\Oven;

final class Clock
{
    public static function minutes(string $time): int
    {
        if (preg_match('/^(\d{1,2}):(\d{2})$/', $time, $found) !== 1 || $found[1] > 23 || $found[2] > 59) {
            throw new \InvalidArgumentException("not a time: $time");
        }
        return (int) $found[1] * 60 + (int) $found[2];
    }

    public static function text(int $minutes): string
    {
        $day = intdiv($minutes, 1440);
        return sprintf('%02d:%02d', intdiv($minutes % 1440, 60), $minutes % 60) . ($day > 0 ? " (+$day)" : '');
    }

    public static function now(): int
    {
        return self::minutes(date('G:i'));
    }
}
