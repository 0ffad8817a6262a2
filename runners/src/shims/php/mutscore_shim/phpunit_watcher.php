<?php
// Sees each test begin and end, and knows what a run has ended in.
//
// A test method is the only step of its scenario; each row of its data provider runs it once more. It begins with its
// fixture: what `setUp` raises is the test's own failure, as Background steps are. What raises after the checks
// (`tearDown`) or around all rows (`setUpBeforeClass`) is a clean-up or a hook.

namespace MutscoreShim;

use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\ErrorTestCase;
use PHPUnit\Framework\IncompleteTestCase;
use PHPUnit\Framework\SkippedTestCase;
use PHPUnit\Framework\SyntheticError;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestResult;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Framework\Warning;
use PHPUnit\Framework\WarningTestCase;
use PHPUnit\TextUI\ResultPrinter;
use PHPUnit\Util\Test as TestUtil;

final class PhpunitWatcher implements ResultPrinter
{
    public int $planned = 0;
    private int $ended = 0;
    private ?array $failure = null;
    private ?array $running = null;
    private bool $risky = false;
    private bool $warned = false;

    public function __construct(private ?Record $record, private Scope $scope, private ?Observer $observer)
    {
    }

    /** What the run has ended in. `unexpected` ended it from outside of PHPUnit. */
    public function ending(?\Throwable $unexpected, array $arguments): array
    {
        $begun = $this->record->steps > 0;
        $found = $this->failure ?? $this->broken($unexpected, $begun) ?? $this->quiet($arguments);
        return $found + ['step_begun' => $begun, 'detail' => null];
    }

    public function startTest(Test $test): void
    {
        if (!$test instanceof TestCase || self::standsFor($test) !== null || !self::isTest($test)) {
            return; // a stand-in: of a provider that failed, or of a hook after all rows
        }
        $this->running = self::describe($test);
        $this->record?->stepBegins($this->running);
        if ($this->observer !== null) {
            $this->observer->kind = 'when';
        }
    }

    public function endTest(Test $test, float $time): void
    {
        $this->ended++;
        if ($this->observer !== null) {
            $this->observer->kind = 'hook';
        }
    }

    public function addError(Test $test, \Throwable $t, float $time): void
    {
        $stands = self::standsFor($test);
        if ($stands !== null) {
            $this->fail($test, $stands + ['note' => $t->getMessage()]);
            return;
        }
        $this->fail($test, $this->raised($t));
    }

    public function addFailure(Test $test, AssertionFailedError $e, float $time): void
    {
        $this->fail($test, $e instanceof SyntheticError ? $this->detailed('cleanup', $e) : $this->raised($e));
    }

    public function addIncompleteTest(Test $test, \Throwable $t, float $time): void
    {
        $this->fail($test, ['outcome' => 'binding-failure', 'detail' => 'pending', 'note' => $t->getMessage()]);
    }

    public function addSkippedTest(Test $test, \Throwable $t, float $time): void
    {
        $this->fail($test, ['outcome' => 'binding-failure', 'detail' => 'skipped', 'note' => $t->getMessage()]);
    }

    public function addWarning(Test $test, Warning $e, float $time): void
    {
        $this->warned = true;
        if ($test instanceof WarningTestCase) {
            $this->fail($test, ['outcome' => 'binding-failure', 'detail' => 'nothing-run', 'note' => $e->getMessage()]);
        }
    }

    public function addRiskyTest(Test $test, \Throwable $t, float $time): void
    {
        $this->risky = true;
    }

    public function startTestSuite(TestSuite $suite): void
    {
    }

    public function endTestSuite(TestSuite $suite): void
    {
    }

    public function printResult(TestResult $result): void
    {
    }

    public function write(string $buffer): void
    {
    }

    /** What a stand-in of PHPUnit's for a test means: its data provider failed, skipped, or is not written. */
    private static function standsFor(Test $test): ?array
    {
        return match (true) {
            $test instanceof ErrorTestCase => ['outcome' => 'build-failure', 'detail' => 'load'],
            $test instanceof IncompleteTestCase => ['outcome' => 'binding-failure', 'detail' => 'pending'],
            $test instanceof SkippedTestCase => ['outcome' => 'binding-failure', 'detail' => 'skipped'],
            $test instanceof WarningTestCase => ['outcome' => 'binding-failure', 'detail' => 'nothing-run'],
            default => null,
        };
    }

    private function fail(Test $test, array $failure): void
    {
        if ($this->failure === null) {
            $step = $this->running === null ? [] : ['failed_step' => $this->running];
            $this->failure = $failure + $step;
        }
        if ($test instanceof TestCase) {
            $test->getTestResultObject()?->stop();
        }
    }

    private function raised(\Throwable $error): array
    {
        foreach (Classify::trace($error) as $frame) {
            $class = $frame['class'] ?? '';
            if ($class !== '' && is_a($class, TestCase::class, true)) {
                if ($frame['function'] === 'setUpBeforeClass') {
                    return $this->detailed('hook', $error);
                }
                if ($frame['function'] === 'tearDown') {
                    return $this->detailed('cleanup', $error);
                }
            }
        }
        $isCheck = Classify::isAssertion($error, $this->scope);
        return [
            'outcome' => $isCheck ? 'assertion-failure' : 'execution-failure',
            'exception' => Classify::describe($error, $this->scope),
        ];
    }

    private function detailed(string $detail, \Throwable $error): array
    {
        $described = Classify::describe($error, $this->scope);
        $note = "{$described['class']}: {$described['message']}";
        return ['outcome' => 'execution-failure', 'detail' => $detail, 'exception' => $described, 'note' => $note];
    }

    private function broken(?\Throwable $error, bool $begun): ?array
    {
        if ($error === null) {
            return null;
        }
        $described = Classify::describe($error, $this->scope);
        return [
            'outcome' => $begun ? 'execution-failure' : 'build-failure',
            'detail' => $begun ? 'crash' : 'load',
            'failed_step' => $this->running,
            'exception' => $described,
            'note' => "{$described['class']}: {$described['message']}",
        ];
    }

    /** Nothing failed. The test may have been left out by a group, or not be complete. */
    private function quiet(array $arguments): array
    {
        if ($this->ended === 0 || $this->ended < $this->planned) {
            return ['outcome' => 'binding-failure', 'detail' => 'nothing-run'];
        }
        $strict = ($this->risky && ($arguments['failOnRisky'] ?? false)) || ($this->warned && ($arguments['failOnWarning'] ?? false));
        return $strict
            ? ['outcome' => 'assertion-failure', 'failed_step' => $this->running, 'note' => 'PHPUnit calls the test risky or warns of it, which this project takes for a failure']
            : ['outcome' => 'pass'];
    }

    private static function isTest(TestCase $test): bool
    {
        $method = $test->getName(false);
        return method_exists($test, $method) && TestUtil::isTestMethod(new \ReflectionMethod($test, $method));
    }

    private static function describe(TestCase $test): array
    {
        $method = $test->getName(false);
        $line = (new \ReflectionMethod($test, $method))->getStartLine();
        return ['keyword' => 'Test', 'name' => substr($test->getName(), 0, 500), 'line' => (int) $line, 'row' => null];
    }
}
