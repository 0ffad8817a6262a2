<?php

declare(strict_types=1);

namespace Bakehouse\Order;

/** A voucher that is used up bit by bit. Its code ends with a check digit. */
final class Voucher
{
    private int $left;

    public function __construct(public readonly string $code, int $cents)
    {
        if (!self::isCode($code)) {
            throw new \InvalidArgumentException("not a voucher: $code");
        }
        $this->left = $cents;
    }

    public static function isCode(string $code): bool
    {
        if (preg_match('/^\d{6}$/', $code) !== 1) {
            return false;
        }
        $sum = 0;
        foreach (str_split(strrev($code)) as $at => $digit) {
            $value = (int) $digit * ($at % 2 === 0 ? 1 : 2);
            $sum += $value > 9 ? $value - 9 : $value;
        }
        return $sum % 10 === 0;
    }

    /** Pays as much of it as there is; what is left to pay. */
    public function pay(int $cents): int
    {
        $taken = min($cents, $this->left);
        $this->left -= $taken;
        return $cents - $taken;
    }

    public function left(): int
    {
        return $this->left;
    }
}
