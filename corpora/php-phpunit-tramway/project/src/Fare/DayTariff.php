<?php

declare(strict_types=1);

namespace Tramway\Fare;

final class DayTariff extends Tariff
{
    public function __construct()
    {
        parent::__construct('day');
    }

    public function validMinutes(Zone $from, Zone $to): int
    {
        return 30 + 30 * $from->span($to);
    }
}
