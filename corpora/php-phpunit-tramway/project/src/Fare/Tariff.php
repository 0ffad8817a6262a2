<?php

declare(strict_types=1);

namespace Tramway\Fare;

use Tramway\Money;

/** What a ticket costs by the zones it goes through. */
abstract class Tariff
{
    protected const SHORT_HOP = 160;
    protected const BY_ZONES = [1 => 280, 2 => 340, 3 => 420];
    protected const NIGHT_EXTRA = 100;

    public function __construct(protected readonly string $name)
    {
    }

    public function name(): string
    {
        return $this->name;
    }

    /** The price for one passenger who pays in full. */
    public function price(Zone $from, Zone $to, int $stops): Money
    {
        if ($stops < 1) {
            throw new \DomainException('a ride has one stop or more');
        }
        if ($stops <= $this->hop() && $from === $to) {
            return Money::cents(static::SHORT_HOP);
        }
        return Money::cents(static::BY_ZONES[$from->span($to)]);
    }

    /** Up to how many stops a short hop goes. */
    protected function hop(): int
    {
        return 3;
    }

    abstract public function validMinutes(Zone $from, Zone $to): int;
}
