<?php
// PHPUnit: load a project, run one test method, and say what happened.
//
// The same code serves cold and warm runs: a cold run calls `load` and `run` in a new process, a warm one calls `run`
// in a fork of a process that called `load`. Outcomes are read from what PHPUnit itself reports of each test, never from an
// exit code. What its generations do differently lies in a file for each, behind `PhpunitGeneration`.

namespace MutscoreShim;

use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Runner\Version;
use PHPUnit\Util\Test as TestUtil;

/** What PHPUnit does otherwise from one generation to the next. */
interface PhpunitGeneration
{
    /** What the adapter uses and this release does not have, or null. */
    public static function lacking(): ?string;

    /**
     * Reads the configuration, sets what it asks for, and runs the bootstrap script. With `collect`, gives all tests that the
     * configuration names; null where there is none.
     */
    public function prepare(bool $collect = false): ?TestSuite;

    /** Does what comes between the bootstrap script and the first test, where each test finds it alike. */
    public function lookAhead(): void;

    /** Loads a file of tests as PHPUnit would. */
    public function loadFile(string $file): void;

    public function nameOf(TestSuite $suite): string;

    /** What PHPUnit makes of a class, with this one method of it. */
    public function suite(string $class, string $method): TestSuite;

    public function run(TestSuite $suite, PhpunitWatcher $watcher): void;

    /** Why the project takes a test that passed for a failure, or null. */
    public function strictness(PhpunitWatcher $watcher): ?string;

    /** @return list<string> */
    public function groups(string $class, string $method): array;

    /** Why a test cannot be run alone in one process, or null. */
    public function unfit(string $class, string $method): ?string;
}

/** A test that is there and cannot be made ready: what its data provider raised, or else why it cannot be run here. */
final class PhpunitUnfit extends \Exception
{
}

/** What went wrong on our side: no end of the test. */
final class PhpunitTrouble extends \Exception
{
}

/** Where PHPUnit is, and which generation. */
final class PhpunitHome
{
    /** By the beginning of the version. */
    private const GENERATIONS = [
        '9.' => ['phpunit_9', 'PhpunitNine'],
        '10.5.' => ['phpunit_10', 'PhpunitTen'],
        '11.5.' => ['phpunit_10', 'PhpunitTen'],
    ];

    /** Loads PHPUnit and what goes with its version. */
    public static function open(string $autoload): PhpunitGeneration
    {
        // What `phpunit` does before anything else.
        if (!ini_get('date.timezone')) {
            ini_set('date.timezone', 'UTC');
        }
        define('PHPUNIT_COMPOSER_INSTALL', $autoload);
        require PHPUNIT_COMPOSER_INSTALL;
        if (!class_exists(Version::class)) {
            self::refuse('PHPUnit');
        }
        foreach (self::GENERATIONS as $beginning => [$file, $class]) {
            if (str_starts_with(Version::id(), $beginning)) {
                require __DIR__ . '/phpunit_watcher.php';
                require __DIR__ . "/$file.php";
                $generation = __NAMESPACE__ . "\\$class";
                $lacking = $generation::lacking();
                if ($lacking !== null) {
                    self::refuse('adapter for PHPUnit ' . Version::id() . " (without $lacking)");
                }
                return new $generation();
            }
        }
        self::refuse('adapter for PHPUnit ' . Version::id());
    }

    /** The script that loads PHPUnit from a folder, or from PHP's include path. */
    public static function autoload(?string $folder): string
    {
        $places = $folder === null ? ['PHPUnit/Autoload.php'] : ["$folder/autoload.php", "$folder/vendor/autoload.php"];
        foreach ($places as $place) {
            if (stream_resolve_include_path($place) !== false) {
                return $place;
            }
        }
        self::refuse('PHPUnit');
    }

    private static function refuse(string $what): never
    {
        fwrite(STDERR, "mutscore: no $what\n");
        exit(1);
    }
}

final class Phpunit implements Framework
{
    /** Missing as long as PHPUnit is not loaded: one in the project's `vendor` comes with code of the project. */
    private ?PhpunitGeneration $generation = null;
    private string $autoload;
    /** @var list<string> */
    private array $files;

    public function __construct(private Scope $scope, array $request)
    {
        $this->files = $request['features'];
        if ($request['vendored']) {
            $this->autoload = "{$scope->root}vendor/autoload.php";
        } else {
            $this->autoload = PhpunitHome::autoload($request['phpunit']);
            $this->generation();
        }
    }

    public function load(): void
    {
        $this->generation()->prepare();
    }

    public function lookAhead(): void
    {
        $this->generation()->lookAhead();
    }

    public function rehearse(): void
    {
        require __DIR__ . '/phpunit_rehearsal.php';
        $watcher = new PhpunitWatcher(null, $this->scope, null);
        foreach (['testPasses', 'testFails', 'testRaises'] as $method) {
            $this->runSuite($this->generation()->suite(PhpunitRehearsal::class, $method), $watcher);
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
            $this->generation()->loadFile($file);
        } catch (\Throwable $error) {
            return Classify::ofLoading($error, $this->scope);
        }
        if (!self::isTest($class, $method)) {
            return self::unbound("{$scenario['feature']} has no test $class::$method");
        }
        $watcher = new PhpunitWatcher($record, $this->scope, $observer);
        $unexpected = null;
        try {
            $this->runSuite($this->generation()->suite($class, $method), $watcher);
        } catch (PhpunitUnfit $unfit) {
            $cause = $unfit->getPrevious();
            return $cause === null ? self::unbound($unfit->getMessage()) : Classify::ofLoading($cause, $this->scope);
        } catch (PhpunitTrouble $trouble) {
            throw $trouble;
        } catch (\Throwable $error) {
            $unexpected = $error;
        }
        return $watcher->ending($unexpected, $this->generation());
    }

    public function discover(): array
    {
        require __DIR__ . '/phpunit_discovery.php';
        return (new PhpunitDiscovery($this->scope, $this->files, $this->generation()))->found();
    }

    public function fingerprint(): array
    {
        $this->generation();
        require __DIR__ . '/versions.php';
        return Versions::php() + ['phpunit' => Version::id()];
    }

    private function generation(): PhpunitGeneration
    {
        return $this->generation ??= PhpunitHome::open($this->autoload);
    }

    private static function isTest(string $class, string $method): bool
    {
        return class_exists($class, false) && is_subclass_of($class, TestCase::class)
            && method_exists($class, $method) && TestUtil::isTestMethod(new \ReflectionMethod($class, $method));
    }

    private function runSuite(TestSuite $suite, PhpunitWatcher $watcher): void
    {
        $watcher->planned = count($suite);
        $this->generation()->run($suite, $watcher);
    }

    private static function unbound(string $note): array
    {
        return ['outcome' => 'binding-failure', 'detail' => 'undefined', 'step_begun' => false, 'note' => $note];
    }
}
