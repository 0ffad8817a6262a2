<?php

/** Fails unless both are the same. */
function same(mixed $expected, mixed $found): void
{
    check($expected === $found, 'expected ' . var_export($expected, true) . ', found ' . var_export($found, true));
}

function check(bool $holds, string $words): void
{
    if (!$holds) {
        throw new \Exception($words);
    }
}
