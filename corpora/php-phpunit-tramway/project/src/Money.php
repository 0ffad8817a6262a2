<?php

declare(strict_types=1);

namespace Tramway;

/** An amount in cents. */
final class Money implements \Stringable
{
    private static ?self $nothing = null;

    private function __construct(public readonly int $cents)
    {
    }

    public static function cents(int $cents): self
    {
        if ($cents === 0) {
            return self::$nothing ??= new self(0);
        }
        return new self($cents);
    }

    /** Reads `3`, `3.2` or `3.20`, with a sign in front or without. */
    public static function parse(string $text): self
    {
        if (preg_match('/^([+-]?)(\d+)(?:\.(\d{1,2}))?$/', trim($text), $found) !== 1) {
            throw new \InvalidArgumentException("not an amount: $text");
        }
        $fraction = str_pad($found[3] ?? '', 2, '0');
        $cents = (int) $found[2] * 100 + (int) $fraction;
        return self::cents($found[1] === '-' ? -$cents : $cents);
    }

    public function plus(self $other): self
    {
        return self::cents($this->cents + $other->cents);
    }

    public function minus(self $other): self
    {
        return self::cents($this->cents - $other->cents);
    }

    public function times(int $factor): self
    {
        return self::cents($this->cents * $factor);
    }

    /** A share in percent, rounded to five cents; halves go up. */
    public function percent(int $percent): self
    {
        $exact = $this->cents * $percent;
        return self::cents(intdiv($exact + ($exact < 0 ? -250 : 250), 500) * 5);
    }

    /** @return list<self> as many parts, of which the first ones carry what is left over */
    public function split(int $parts): array
    {
        if ($parts < 1) {
            throw new \InvalidArgumentException('an amount is split into one part or more');
        }
        $each = intdiv($this->cents, $parts);
        $rest = $this->cents - $each * $parts;
        $all = [];
        for ($at = 0; $at < $parts; $at++) {
            $all[] = self::cents($each + ($at < $rest ? 1 : 0));
        }
        return $all;
    }

    public function isLess(self $other): bool
    {
        return $this->cents < $other->cents;
    }

    public function __toString(): string
    {
        $sign = $this->cents < 0 ? '-' : '';
        $cents = abs($this->cents);
        return sprintf('%s%d.%02d', $sign, intdiv($cents, 100), $cents % 100);
    }
}
