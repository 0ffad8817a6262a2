<?php

declare(strict_types=1);

namespace Bakehouse\Stock;

use Bakehouse\Weight;

final class ShortageException extends \RuntimeException
{
    /** @param array<string, Weight> $missing */
    public function __construct(public readonly array $missing)
    {
        $words = [];
        foreach ($missing as $name => $weight) {
            $words[] = "$weight of $name";
        }
        parent::__construct('missing ' . implode(' and ', $words));
    }
}
