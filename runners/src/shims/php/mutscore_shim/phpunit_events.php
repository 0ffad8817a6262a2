<?php
// What PHPUnit says of each test since it has events.
//
// Events hold the texts of what was raised. What a failure means depends on the exception's class and on where it was
// raised, for which the texts are not enough: frames are left out of them, and a frame that names the line of the throw
// takes its place. So the one class that turns exceptions into texts is put behind one of the same name that also
// keeps the exception; the texts are PHPUnit's own.

namespace MutscoreShim;

use PHPUnit\Event\Event;
use PHPUnit\Event\Test;
use PHPUnit\Event\TestSuite\Skipped as SuiteSkipped;
use PHPUnit\Event\Tracer\Tracer;
use PHPUnit\Framework\SkippedTest;
use PHPUnit\Runner\Version;

/** The exception behind the text that was made last. */
final class PhpunitThrown
{
    private const BUILDER = 'PHPUnit\Event\Code\ThrowableBuilder';

    private static ?object $text = null;
    private static ?\Throwable $error = null;

    /** Puts the class in place; PHPUnit's own goes on under another name. */
    public static function keep(): void
    {
        if (class_exists(self::BUILDER, false)) {
            throw new \RuntimeException(self::BUILDER . ' is loaded already');
        }
        $file = dirname((new \ReflectionClass(Version::class))->getFileName(), 2) . '/Event/Value/ThrowableBuilder.php';
        $source = preg_replace(['/^<\?php/', '/\bclass ThrowableBuilder\b/'], ['', 'class ThrowableTextBuilder'], (string) file_get_contents($file));
        eval($source);
        require __DIR__ . '/phpunit_throwable.php';
    }

    public static function remember(object $text, \Throwable $error): void
    {
        [self::$text, self::$error] = [$text, $error];
    }

    public static function behind(object $text): \Throwable
    {
        if ($text !== self::$text) {
            throw new \LogicException('PHPUnit reports what was raised elsewhere: ' . $text->message());
        }
        return self::$error;
    }
}

/** Hears all events, and tells the watcher of the present run. */
final class PhpunitTracer implements Tracer
{
    public ?PhpunitWatcher $watcher = null;
    /** What went wrong while listening: PHPUnit would make a warning of it. */
    public ?\Throwable $trouble = null;
    /** Whether what is raised next comes out of a method that runs after a test. */
    private bool $cleaning = false;

    public function trace(Event $event): void
    {
        if ($this->watcher === null) {
            return;
        }
        try {
            $this->hear($event, $this->watcher);
        } catch (\Throwable $trouble) {
            $this->trouble ??= $trouble;
        }
    }

    private function hear(Event $event, PhpunitWatcher $watcher): void
    {
        switch ($event::class) {
            case Test\PreparationStarted::class:
                $this->cleaning = false;
                $watcher->begins($event->test()->name(), $event->test()->line());
                break;
            case Test\Finished::class:
                $watcher->ends();
                break;
            case Test\Failed::class:
            case Test\Errored::class:
                $error = PhpunitThrown::behind($event->throwable());
                // A skip in the test itself has an event of its own: as an error it comes out of a method that runs after the test.
                $this->cleaning || $error instanceof SkippedTest ? $watcher->raisedBy('cleanup', $error) : $watcher->raised($error);
                break;
            case Test\AfterTestMethodCalled::class:
            case Test\AfterTestMethodErrored::class:
                // The test's own event follows. PHPUnit 11 reports the call of a method that skips, and no error of it.
                $this->cleaning = true;
                break;
            case Test\AfterLastTestMethodErrored::class:
                $watcher->raisedBy('cleanup', PhpunitThrown::behind($event->throwable()));
                break;
            case Test\BeforeFirstTestMethodErrored::class:
                $watcher->raisedBy('hook', PhpunitThrown::behind($event->throwable()));
                break;
            case Test\MarkedIncomplete::class:
                $watcher->pending($event->throwable()->message());
                break;
            case Test\Skipped::class:
            case SuiteSkipped::class:
                $watcher->skipped($event->message());
                break;
        }
    }
}
