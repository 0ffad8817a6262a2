<?php

declare(strict_types=1);

namespace Bakehouse;

/** A weight in grams. */
final class Weight
{
    private const UNITS = ['kg' => 1000, 'g' => 1, 'dag' => 10];

    private function __construct(public readonly int $grams)
    {
    }

    public static function grams(int $grams): self
    {
        if ($grams < 0) {
            throw new \RangeException("nothing weighs $grams g");
        }
        return new self($grams);
    }

    /** Reads `250 g`, `1.5 kg` or `20dag`. */
    public static function parse(string $text): self
    {
        if (preg_match('/^\s*(\d+)(?:[.,](\d{1,3}))?\s*(kg|dag|g)\s*$/', $text, $found) !== 1) {
            throw new \InvalidArgumentException("not a weight: $text");
        }
        $unit = self::UNITS[$found[3]];
        $fraction = $found[2] === '' ? 0 : (int) str_pad($found[2], 3, '0');
        if ($unit < 1000 && $fraction !== 0) {
            throw new \InvalidArgumentException("too fine: $text");
        }
        return self::grams((int) $found[1] * $unit + $fraction);
    }

    public function plus(self $other): self
    {
        return self::grams($this->grams + $other->grams);
    }

    public function minus(self $other): self
    {
        return self::grams($this->grams - $other->grams);
    }

    /** A share of it; what is half a gram goes up. */
    public function share(int $of, int $all): self
    {
        if ($all < 1) {
            throw new \DomainException('a share of nothing');
        }
        return self::grams(intdiv($this->grams * $of * 2 + $all, $all * 2));
    }

    public function isMore(self $other): bool
    {
        return $this->grams > $other->grams;
    }

    public function __toString(): string
    {
        if ($this->grams < 1000) {
            return "{$this->grams} g";
        }
        $kilos = rtrim(rtrim(number_format($this->grams / 1000, 3, '.', ''), '0'), '.');
        return "$kilos kg";
    }
}
