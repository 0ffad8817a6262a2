<?php

declare(strict_types=1);

namespace Tramway;

/** The largest number of passengers a group ticket takes. */
const GROUP_LIMIT = 5;

/** Minutes of a clock time such as `23:45`; hours may go past midnight, up to 27. */
function minutes(string $time): int
{
    if (preg_match('/^(\d{1,2}):([0-5]\d)$/', $time, $found) !== 1) {
        throw new \InvalidArgumentException("not a time: $time");
    }
    $hours = (int) $found[1];
    if ($hours > 27) {
        throw new \InvalidArgumentException("no such hour: $hours");
    }
    return $hours * 60 + (int) $found[2];
}

/** A clock time of these minutes, within one day. */
function clock(int $minutes): string
{
    $minutes = (($minutes % 1440) + 1440) % 1440;
    return sprintf('%02d:%02d', intdiv($minutes, 60), $minutes % 60);
}

/**
 * The items in groups of the key that `of` gives, in the order in which the keys come first.
 *
 * @template T
 * @param iterable<T> $items
 * @return array<string, list<T>>
 */
function grouped(iterable $items, callable $of): array
{
    $groups = [];
    foreach ($items as $item) {
        $groups[(string) $of($item)][] = $item;
    }
    return $groups;
}
