<?php

declare(strict_types=1);

namespace Tramway\Timetable;

use Tramway\Fare\DayTariff;
use Tramway\Fare\NightTariff;
use Tramway\Fare\Tariff;
use Tramway\Money;

use function Tramway\grouped;

/** Finds the way with the fewest changes, and then the shortest ride. */
final class Planner
{
    /** @var list<Line> */
    private array $lines = [];
    /** @var array<string, ?list<array{line: string, from: string, to: string}>> */
    private array $memo = [];

    public function add(Line $line): self
    {
        $this->lines[] = $line;
        $this->memo = [];
        return $this;
    }

    /** @return list<array{line: string, from: string, to: string}>|null */
    public function plan(string $from, string $to): ?array
    {
        $key = "$from\0$to";
        if (!array_key_exists($key, $this->memo)) {
            $this->memo[$key] = $from === $to ? [] : $this->search($from, $to);
        }
        return $this->memo[$key];
    }

    public function minutes(string $from, string $to): ?int
    {
        $legs = $this->plan($from, $to);
        if ($legs === null) {
            return null;
        }
        $sum = max(0, count($legs) - 1) * 4;
        foreach ($legs as $leg) {
            $sum += $this->line($leg['line'])->rideMinutes($leg['from'], $leg['to']);
        }
        return $sum;
    }

    public function price(string $from, string $to, int $minute): Money
    {
        $legs = $this->plan($from, $to) ?? throw new \DomainException("there is no way from $from to $to");
        $tariff = self::tariff($minute);
        $stops = 0;
        foreach ($legs as $leg) {
            $stops += abs($this->line($leg['line'])->stopsBetween($leg['from'], $leg['to']));
        }
        $first = $this->line($legs[0]['line'])->zone($from);
        $last = $this->line($legs[count($legs) - 1]['line'])->zone($to);
        return $tariff->price($first, $last, $stops);
    }

    public static function tariff(int $minute): Tariff
    {
        return $minute >= 23 * 60 || $minute < 5 * 60 ? new NightTariff() : new DayTariff();
    }

    /** @return array<string, list<string>> lines by the stop they share */
    public function crossings(): array
    {
        $pairs = [];
        foreach ($this->lines as $line) {
            foreach ($line->walk() as $stop => $_) {
                $pairs[] = [$stop, $line->name];
            }
        }
        $by = grouped($pairs, fn (array $pair): string => $pair[0]);
        $shared = array_filter($by, fn (array $lines): bool => count($lines) > 1);
        ksort($shared);
        return array_map(fn (array $lines): array => array_column($lines, 1), $shared);
    }

    private function search(string $from, string $to): ?array
    {
        $best = null;
        $fewest = PHP_INT_MAX;
        foreach ($this->lines as $first) {
            if (!$first->serves($from)) {
                continue;
            }
            if ($first->serves($to)) {
                $ride = $first->rideMinutes($from, $to);
                if ($best === null || count($best) > 1 || $ride < $fewest) {
                    [$best, $fewest] = [[$this->leg($first, $from, $to)], $ride];
                }
                continue;
            }
            foreach ($this->lines as $second) {
                if ($second === $first || !$second->serves($to) || ($best !== null && count($best) === 1)) {
                    continue;
                }
                foreach ($first->walk() as $stop => $_) {
                    if ($second->serves($stop)) {
                        $ride = $first->rideMinutes($from, $stop) + $second->rideMinutes($stop, $to);
                        if ($ride < $fewest) {
                            $best = [$this->leg($first, $from, $stop), $this->leg($second, $stop, $to)];
                            $fewest = $ride;
                        }
                    }
                }
            }
        }
        return $best;
    }

    private function leg(Line $line, string $from, string $to): array
    {
        return ['line' => $line->name, 'from' => $from, 'to' => $to];
    }

    private function line(string $name): Line
    {
        foreach ($this->lines as $line) {
            if ($line->name === $name) {
                return $line;
            }
        }
        throw new \OutOfBoundsException("there is no line $name");
    }
}
