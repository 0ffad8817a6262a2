<?php

declare(strict_types=1);

namespace Tramway\Fare;

use Tramway\Money;

/** Who pays less, and by how much. Rules are registered once, while this file is loaded. */
final class Discount
{
    /** @var array<string, int> percent to be paid */
    private static array $rules = [];

    public static function register(string $who, int $percent): void
    {
        if ($percent < 0 || $percent > 100) {
            throw new \RangeException("not a share: $percent");
        }
        self::$rules[$who] = $percent;
    }

    public static function apply(string $who, Money $price): Money
    {
        $percent = self::$rules[$who] ?? throw new \OutOfBoundsException("nobody is called $who");
        return $percent === 100 ? $price : $price->percent($percent);
    }

    /** @return list<string> */
    public static function known(): array
    {
        $names = array_keys(self::$rules);
        sort($names);
        return $names;
    }
}

Discount::register('adult', 100);
Discount::register('child', 50);
Discount::register('senior', 60 + 15);
Discount::register('dog', 25);
Discount::register('infant', 0);
