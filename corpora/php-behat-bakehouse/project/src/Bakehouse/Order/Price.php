<?php

declare(strict_types=1);

namespace Bakehouse\Order;

/** Prices by the piece in cents; the list is read from a text. */
final class Price
{
    /** @var array<string, int> */
    private array $list = [];

    /** Reads lines of `article = 0.45`; `#` starts a remark. */
    public static function read(string $text): self
    {
        $prices = new self();
        foreach (preg_split('/\R/', $text) as $number => $line) {
            $line = trim(explode('#', $line, 2)[0]);
            if ($line === '') {
                continue;
            }
            if (preg_match('/^([\w ]+?)\s*=\s*(\d+)\.(\d\d)$/', $line, $found) !== 1) {
                throw new \UnexpectedValueException('line ' . ($number + 1) . " of the price list: $line");
            }
            $prices->list[strtolower($found[1])] = (int) $found[2] * 100 + (int) $found[3];
        }
        return $prices;
    }

    public function of(string $article): int
    {
        $article = strtolower($article);
        if (!array_key_exists($article, $this->list)) {
            throw new \OutOfBoundsException("$article has no price");
        }
        return $this->list[$article];
    }

    /** Every sixth piece is free from twelve on; old bread costs half, in whole cents for the customer's good. */
    public function total(string $article, int $pieces, bool $old = false): int
    {
        $paid = $pieces >= 12 ? $pieces - intdiv($pieces, 6) : $pieces;
        $sum = $paid * $this->of($article);
        return $old ? intdiv($sum, 2) : $sum;
    }

    public static function text(int $cents): string
    {
        return sprintf('%d.%02d', intdiv($cents, 100), $cents % 100);
    }
}
