<?php

declare(strict_types=1);

namespace Tramway\Fare;

/** Ticket codes: five letters and a check letter, without those that are easily confused. */
final class Codes
{
    private const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
    private const WEIGHTS = [3, 7, 1, 9, 5];

    public static function draw(): string
    {
        $body = '';
        for ($at = 0; $at < 5; $at++) {
            $body .= self::ALPHABET[mt_rand(0, strlen(self::ALPHABET) - 1)];
        }
        return $body . self::check($body);
    }

    public static function check(string $body): string
    {
        $sum = 0;
        foreach (self::WEIGHTS as $at => $weight) {
            $sum += $weight * self::value($body[$at]);
        }
        return self::ALPHABET[$sum % strlen(self::ALPHABET)];
    }

    public static function isGood(string $code): bool
    {
        $code = strtoupper(str_replace('-', '', $code));
        if (strlen($code) !== 6 || strspn($code, self::ALPHABET) !== 6) {
            return false;
        }
        return self::check(substr($code, 0, 5)) === $code[5];
    }

    private static function value(string $letter): int
    {
        $at = strpos(self::ALPHABET, $letter);
        if ($at === false) {
            throw new \DomainException("no letter of a code: $letter");
        }
        return $at + 1;
    }
}
