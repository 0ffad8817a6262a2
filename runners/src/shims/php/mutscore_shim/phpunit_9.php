<?php
// PHPUnit 9: a command that is cut in two, and a listener.

namespace MutscoreShim;

use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\ErrorTestCase;
use PHPUnit\Framework\IncompleteTestCase;
use PHPUnit\Framework\SkippedTestCase;
use PHPUnit\Framework\SyntheticError;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestBuilder;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestResult;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Framework\Warning;
use PHPUnit\Framework\WarningTestCase;
use PHPUnit\TextUI\Command;
use PHPUnit\TextUI\ResultPrinter;
use PHPUnit\TextUI\TestRunner;
use PHPUnit\Util\FileLoader;
use PHPUnit\Util\Test as TestUtil;

/** PHPUnit's own command, cut in two: what comes before the tests, and the tests. */
final class PhpunitCommand extends Command
{
    private const ARGUMENTS = ['phpunit', '--no-coverage', '--no-logging', '--do-not-cache-result', '--colors=never'];

    private bool $chosen = false;

    /** Reads the configuration, sets what it asks for, and runs the bootstrap script. */
    public function prepare(bool $withSuites): array
    {
        if (!$withSuites) {
            // Tests are chosen one at a time; nothing else is collected.
            $this->arguments['test'] = new TestSuite();
            $this->chosen = true;
        }
        $this->handleArguments(self::ARGUMENTS);
        return $this->arguments;
    }

    protected function handleCustomTestSuite(): void
    {
        if ($this->chosen) {
            $this->arguments['test'] = new TestSuite();
        }
    }

    protected function handleBootstrap(string $filename): void
    {
        // PHPUnit itself would print what is raised, and exit.
        FileLoader::checkAndLoad($filename);
    }

    protected function showHelp(): void
    {
        throw new \RuntimeException('PHPUnit finds no configuration (phpunit.xml or phpunit.xml.dist)');
    }
}

final class PhpunitNine implements PhpunitGeneration
{
    private array $arguments = [];

    public static function lacking(): ?string
    {
        return null;
    }

    public function prepare(bool $collect = false): ?TestSuite
    {
        $collect = $collect && (is_file('phpunit.xml') || is_file('phpunit.xml.dist'));
        $this->arguments = (new PhpunitCommand())->prepare($collect);
        return $collect ? $this->arguments['test'] : null;
    }

    public function lookAhead(): void
    {
        // Nothing before the test's own file, which only the run knows.
    }

    public function loadFile(string $file): void
    {
        FileLoader::load($file);
    }

    public function nameOf(TestSuite $suite): string
    {
        return $suite->getName();
    }

    public function suite(string $class, string $method): TestSuite
    {
        $suite = new TestSuite();
        $suite->setName($class);
        // Only a suite that is known as a class's calls its hooks.
        (function (): void {
            $this->testCase = true;
        })->call($suite);
        $suite->addTest((new TestBuilder())->build(new \ReflectionClass($class), $method), TestUtil::getGroups($class, $method));
        return $suite;
    }

    public function run(TestSuite $suite, PhpunitWatcher $watcher): void
    {
        $arguments = $this->arguments;
        unset($arguments['test'], $arguments['testFile']);
        $arguments['printer'] = new PhpunitListener($watcher);
        (new TestRunner($arguments['loader'] ?? null))->run($suite, $arguments, [], false);
    }

    public function strictness(PhpunitWatcher $watcher): ?string
    {
        $strict = $watcher->risky && $this->asks('failOnRisky') || $watcher->warned && $this->asks('failOnWarning');
        return $strict ? 'PHPUnit calls the test risky or warns of it, which this project takes for a failure' : null;
    }

    public function groups(string $class, string $method): array
    {
        return TestUtil::getGroups($class, $method);
    }

    public function unfit(string $class, string $method): ?string
    {
        if (TestUtil::getDependencies($class, $method) !== []) {
            return 'it depends on another test';
        }
        if ($this->asks('processIsolation') || TestUtil::getProcessIsolationSettings($class, $method) || TestUtil::getClassProcessIsolationSettings($class, $method)) {
            return 'it runs in a process of its own';
        }
        return null;
    }

    /** What the configuration says; PHPUnit itself looks there only when it runs tests. */
    private function asks(string $what): bool
    {
        return isset($this->arguments['configurationObject']) && $this->arguments['configurationObject']->phpunit()->$what();
    }
}

/** Hears what PHPUnit says of each test, in the place of what prints it. */
final class PhpunitListener implements ResultPrinter
{
    public function __construct(private PhpunitWatcher $watcher)
    {
    }

    public function startTest(Test $test): void
    {
        if (!$test instanceof TestCase || self::standsFor($test) !== null || !self::isTest($test)) {
            return; // a stand-in: of a provider that failed, or of a hook after all rows
        }
        $line = (new \ReflectionMethod($test, $test->getName(false)))->getStartLine();
        $this->watcher->begins($test->getName(), (int) $line);
    }

    public function endTest(Test $test, float $time): void
    {
        $this->watcher->ends();
    }

    public function addError(Test $test, \Throwable $t, float $time): void
    {
        $stands = self::standsFor($test);
        if ($stands !== null) {
            $this->watcher->fail($stands + ['note' => $t->getMessage()]);
        } else {
            $this->raised($t);
        }
        self::stop($test);
    }

    public function addFailure(Test $test, AssertionFailedError $e, float $time): void
    {
        if ($e instanceof SyntheticError) {
            $this->watcher->raisedBy('cleanup', $e);
        } else {
            $this->raised($e);
        }
        self::stop($test);
    }

    public function addIncompleteTest(Test $test, \Throwable $t, float $time): void
    {
        $this->watcher->pending($t->getMessage());
        self::stop($test);
    }

    public function addSkippedTest(Test $test, \Throwable $t, float $time): void
    {
        $this->watcher->skipped($t->getMessage());
        self::stop($test);
    }

    public function addWarning(Test $test, Warning $e, float $time): void
    {
        $this->watcher->warned = true;
        if ($test instanceof WarningTestCase) {
            $this->watcher->fail(['outcome' => 'binding-failure', 'detail' => 'nothing-run', 'note' => $e->getMessage()]);
            self::stop($test);
        }
    }

    public function addRiskyTest(Test $test, \Throwable $t, float $time): void
    {
        $this->watcher->risky = true;
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

    private static function stop(Test $test): void
    {
        if ($test instanceof TestCase) {
            $test->getTestResultObject()?->stop();
        }
    }

    /** PHPUnit 9 does not say whether a fixture raised: the trace does. */
    private function raised(\Throwable $error): void
    {
        foreach (Classify::trace($error) as $frame) {
            $class = $frame['class'] ?? '';
            if ($class !== '' && is_a($class, TestCase::class, true)) {
                if ($frame['function'] === 'setUpBeforeClass') {
                    $this->watcher->raisedBy('hook', $error);
                    return;
                }
                if ($frame['function'] === 'tearDown') {
                    $this->watcher->raisedBy('cleanup', $error);
                    return;
                }
            }
        }
        $this->watcher->raised($error);
    }

    private static function isTest(TestCase $test): bool
    {
        $method = $test->getName(false);
        return method_exists($test, $method) && TestUtil::isTestMethod(new \ReflectionMethod($test, $method));
    }
}
