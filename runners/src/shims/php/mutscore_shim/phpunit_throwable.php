<?php
// Stands before PHPUnit's class of this name, see `phpunit_events.php`.

namespace PHPUnit\Event\Code;

final class ThrowableBuilder
{
    public static function from(\Throwable $t): Throwable
    {
        $text = ThrowableTextBuilder::from($t);
        \MutscoreShim\PhpunitThrown::remember($text, $t);
        return $text;
    }
}
