<?php

declare(strict_types=1);

namespace Tramway\Store;

use Tramway\Timetable\Clock;

/** What was left in the cars. One office for the whole town: the shelf is shared by all. */
final class LostProperty
{
    private const KEEP_DAYS = 28;

    /** @var array<int, array{thing: string, since: int}> */
    private static array $shelf = [];
    private static int $next = 1;

    public function __construct(private readonly Clock $clock)
    {
    }

    public function handIn(string $thing): int
    {
        $thing = trim($thing);
        if ($thing === '') {
            throw new \InvalidArgumentException('nothing was handed in');
        }
        $number = self::$next++;
        self::$shelf[$number] = ['thing' => $thing, 'since' => $this->clock->day()];
        return $number;
    }

    /** @return array<int, string> what fits all words, in the order of handing in */
    public function search(string $words): array
    {
        $wanted = preg_split('/\s+/', mb_strtolower($words), -1, PREG_SPLIT_NO_EMPTY);
        $found = [];
        foreach (self::$shelf as $number => ['thing' => $thing]) {
            $text = mb_strtolower($thing);
            foreach ($wanted as $word) {
                if (!str_contains($text, $word)) {
                    continue 2;
                }
            }
            $found[$number] = $thing;
        }
        return $found;
    }

    public function collect(int $number): string
    {
        if (!isset(self::$shelf[$number])) {
            throw new \OutOfBoundsException("there is no number $number");
        }
        $thing = self::$shelf[$number]['thing'];
        unset(self::$shelf[$number]);
        return $thing;
    }

    /** Gives away what nobody came for; how many things that were. */
    public function clear(): int
    {
        $before = count(self::$shelf);
        $today = $this->clock->day();
        self::$shelf = array_filter(self::$shelf, fn (array $entry): bool => $today - $entry['since'] <= self::KEEP_DAYS);
        return $before - count(self::$shelf);
    }
}
