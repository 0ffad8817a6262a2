<?php
// The state of PHP's random numbers, which every fork draws anew.
//
// That is right as long as loading does not seed them itself: then a new process would begin each scenario in the
// state that loading left, which a fork has by itself.

namespace MutscoreShim;

final class Random
{
    /**
     * The random states that loading has set, by name, as texts to compare. A state that nobody has set yet is made
     * when it is first asked for: two forks that ask tell.
     *
     * @return array<string, string>
     */
    public static function touched(): array
    {
        [$first, $second] = [self::asked(), self::asked()];
        return array_filter($first, fn (string $name): bool => $first[$name] === $second[$name], ARRAY_FILTER_USE_KEY);
    }

    /**
     * Gives this fork the random state of a new process.
     *
     * @param list<string> $fixed what loading seeds itself
     */
    public static function drawAnew(array $fixed): void
    {
        if (!in_array('mt', $fixed, true)) {
            mt_srand(random_int(PHP_INT_MIN, PHP_INT_MAX));
        }
    }

    /** @return array<string, string> what a fork would draw first */
    private static function asked(): array
    {
        [$reader, $writer] = Sys::pipe();
        $pid = Forking::guarded(function () use ($writer): void {
            Sys::write($writer, implode(' ', [mt_rand(), mt_rand(), mt_rand()]) . "\n" . sprintf('%.17f', lcg_value()));
        });
        Sys::close($writer);
        $text = '';
        while (($part = Sys::read($reader, 4096)) !== '') {
            $text .= $part;
        }
        Sys::close($reader);
        Sys::wait($pid, true);
        [$mt, $lcg] = explode("\n", "$text\n");
        return ['mt' => $mt, 'lcg' => $lcg];
    }
}
