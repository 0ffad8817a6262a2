<?php

declare(strict_types=1);

namespace Tramway\Fare;

/** Rings around the market square. */
enum Zone: string
{
    case Centre = 'A';
    case Town = 'B';
    case Outskirts = 'C';

    public const FIRST = self::Centre;

    public function ring(): int
    {
        return match ($this) {
            self::Centre => 0,
            self::Town => 1,
            self::Outskirts => 2,
        };
    }

    /** How many zones a way from here to there goes through, both ends included. */
    public function span(self $other): int
    {
        return abs($this->ring() - $other->ring()) + 1;
    }

    public static function of(string $letter): self
    {
        return self::tryFrom(strtoupper($letter)) ?? throw new \DomainException("no zone $letter");
    }
}
