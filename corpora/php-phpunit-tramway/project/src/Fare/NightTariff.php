<?php

declare(strict_types=1);

namespace Tramway\Fare;

use Tramway\Money;

/** After 23:00 a ride costs more and there are no short hops. */
final class NightTariff extends Tariff
{
    public function __construct()
    {
        parent::__construct('night');
    }

    public function price(Zone $from, Zone $to, int $stops): Money
    {
        return parent::price($from, $to, $stops)->plus(Money::cents(self::NIGHT_EXTRA));
    }

    public function validMinutes(Zone $from, Zone $to): int
    {
        return 120;
    }

    protected function hop(): int
    {
        return 0;
    }
}
