<?php

declare(strict_types=1);

namespace Tramway\Timetable;

interface Clock
{
    /** Minutes since midnight. */
    public function minute(): int;

    /** Days since the start of the epoch. */
    public function day(): int;
}
