<?php
// PHPUnit 9: load a project, run one test method, and say what happened.
//
// The same code serves cold and warm runs: a cold run calls `load` and `run` in a new process, a warm one calls `run`
// in a fork of a process that called `load`. Outcomes are read from PHPUnit's own listeners, never from an exit code.

namespace MutscoreShim;

use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Runner\Version;
use PHPUnit\TextUI\Command;
use PHPUnit\TextUI\TestRunner;
use PHPUnit\Util\FileLoader;
use PHPUnit\Util\Test as TestUtil;

// What the installed `phpunit` does before anything else.
if (!ini_get('date.timezone')) {
    ini_set('date.timezone', 'UTC');
}
if (stream_resolve_include_path('PHPUnit/Autoload.php') === false) {
    fwrite(STDERR, "mutscore: no PHPUnit\n");
    exit(1);
}
define('PHPUNIT_COMPOSER_INSTALL', 'PHPUnit/Autoload.php');
require PHPUNIT_COMPOSER_INSTALL;
if (!str_starts_with(Version::id(), '9.')) {
    fwrite(STDERR, 'mutscore: no adapter for PHPUnit ' . Version::id() . "\n");
    exit(1);
}
require __DIR__ . '/phpunit_watcher.php';

/** PHPUnit's own command, cut in two: what comes before the tests, and the tests. */
final class PhpunitCommand extends Command
{
    private const ARGUMENTS = ['phpunit', '--no-coverage', '--no-logging', '--do-not-cache-result', '--colors=never'];

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

    private bool $chosen = false;

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

final class Phpunit implements Framework
{
    private array $arguments = [];
    /** @var list<string> */
    private array $files;

    public function __construct(private Scope $scope, array $request)
    {
        $this->files = $request['features'];
    }

    public function load(): void
    {
        $this->arguments = (new PhpunitCommand())->prepare(false);
    }

    public function lookAhead(): void
    {
        // Nothing before the test's own file, which only the run knows.
    }

    public function rehearse(): void
    {
        require __DIR__ . '/phpunit_rehearsal.php';
        $watcher = new PhpunitWatcher(null, $this->scope, null);
        foreach (['testPasses', 'testFails', 'testRaises'] as $method) {
            $this->runSuite(self::suite(PhpunitRehearsal::class, $method), $watcher);
        }
    }

    public function run(array $scenario, Record $record, bool $strip, ?Observer $observer): array
    {
        [$class, $method] = explode('::', $scenario['test'] ?? '', 2) + [1 => ''];
        $file = $this->scope->root . $scenario['feature'];
        if (!is_file($file)) {
            return self::unbound("there is no file {$scenario['feature']}");
        }
        try {
            FileLoader::load($file);
        } catch (\Throwable $error) {
            return Classify::ofLoading($error, $this->scope);
        }
        if (!self::isTest($class, $method)) {
            return self::unbound("{$scenario['feature']} has no test $class::$method");
        }
        $watcher = new PhpunitWatcher($record, $this->scope, $observer);
        $suite = self::suite($class, $method);
        $unexpected = null;
        try {
            $this->runSuite($suite, $watcher);
        } catch (\Throwable $error) {
            $unexpected = $error;
        }
        return $watcher->ending($unexpected, $this->arguments);
    }

    public function discover(): array
    {
        require __DIR__ . '/phpunit_discovery.php';
        return (new PhpunitDiscovery($this->scope, $this->files))->found();
    }

    public function fingerprint(): array
    {
        require __DIR__ . '/versions.php';
        return Versions::php() + ['phpunit' => Version::id()];
    }

    private static function isTest(string $class, string $method): bool
    {
        return class_exists($class, false) && is_subclass_of($class, TestCase::class)
            && method_exists($class, $method) && TestUtil::isTestMethod(new \ReflectionMethod($class, $method));
    }

    /** What PHPUnit makes of a class, with this one method of it. */
    private static function suite(string $class, string $method): TestSuite
    {
        $suite = new TestSuite();
        $suite->setName($class);
        // Only a suite that is known as a class's calls its hooks.
        (function (): void {
            $this->testCase = true;
        })->call($suite);
        $suite->addTest((new \PHPUnit\Framework\TestBuilder())->build(new \ReflectionClass($class), $method), TestUtil::getGroups($class, $method));
        return $suite;
    }

    private function runSuite(TestSuite $suite, PhpunitWatcher $watcher): void
    {
        $arguments = $this->arguments;
        unset($arguments['test'], $arguments['testFile']);
        $arguments['printer'] = $watcher;
        $watcher->planned = count($suite);
        (new TestRunner($arguments['loader'] ?? null))->run($suite, $arguments, [], false);
    }

    private static function unbound(string $note): array
    {
        return ['outcome' => 'binding-failure', 'detail' => 'undefined', 'step_begun' => false, 'note' => $note];
    }
}
