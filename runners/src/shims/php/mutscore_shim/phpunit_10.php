<?php
// PHPUnit 10 and 11: an application that is cut in two, and events.

namespace MutscoreShim;

use PHPUnit\Event\Facade as EventFacade;
use PHPUnit\Event\Test;
use PHPUnit\Event\TestSuite\TestSuiteBuilder as SuiteForEvents;
use PHPUnit\Framework\InvalidDataProviderException;
use PHPUnit\Framework\TestBuilder;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Metadata\Api\Dependencies;
use PHPUnit\Metadata\Api\Groups;
use PHPUnit\Metadata\Parser\Registry as Metadata;
use PHPUnit\Runner\DeprecationCollector\Facade as DeprecationCollector;
use PHPUnit\Runner\Extension\PharLoader;
use PHPUnit\Runner\GarbageCollection\GarbageCollectionHandler;
use PHPUnit\Runner\ResultCache\NullResultCache;
use PHPUnit\Runner\Version;
use PHPUnit\TestRunner\TestResult\Facade as TestResult;
use PHPUnit\TestRunner\TestResult\TestResult as Results;
use PHPUnit\TextUI\Application;
use PHPUnit\TextUI\CliArguments\Builder as Arguments;
use PHPUnit\TextUI\CliArguments\XmlConfigurationFileFinder;
use PHPUnit\TextUI\Configuration\Configuration;
use PHPUnit\TextUI\Configuration\PhpHandler;
use PHPUnit\TextUI\Configuration\Registry;
use PHPUnit\TextUI\Configuration\TestSuiteBuilder;
use PHPUnit\TextUI\TestRunner;
use PHPUnit\TextUI\XmlConfiguration\DefaultConfiguration;
use PHPUnit\TextUI\XmlConfiguration\Loader;

final class PhpunitTen implements PhpunitGeneration
{
    private const ARGUMENTS = [
        'phpunit', '--no-coverage', '--no-logging', '--do-not-cache-result', '--colors=never',
        // What would follow cannot change a run's end.
        '--stop-on-error', '--stop-on-failure', '--stop-on-incomplete', '--stop-on-skipped',
    ];

    /** By which option a project takes what happened in a test for a failure, and how PHPUnit's results ask for it. */
    private const ISSUES = [
        'Risky' => 'hasTestConsideredRiskyEvents',
        'Warning' => 'hasWarnings',
        'Notice' => 'hasNotices',
        'Deprecation' => 'hasPhpOrUserDeprecations',
        'PhpunitWarning' => 'hasTestTriggeredPhpunitWarningEvents',
        'PhpunitDeprecation' => 'hasTestTriggeredPhpunitDeprecationEvents',
    ];

    /** What came late in 10.5 and 11.5: without it, ends would be told otherwise. */
    private const LATE = [
        Test\AfterTestMethodCalled::class => [],
        Test\AfterTestMethodErrored::class => [],
        Test\AfterLastTestMethodErrored::class => [],
        Test\BeforeFirstTestMethodErrored::class => [],
        GarbageCollectionHandler::class => [],
        Application::class => ['bootstrapExtensions', 'configureBaseline'],
        Configuration::class => ['failOnAllIssues', 'controlGarbageCollector', 'extensionBootstrappers'],
    ];
    private const LATE_SINCE_ELEVEN = [
        DeprecationCollector::class => ['init'],
        Application::class => ['configureDeprecationTriggers'],
    ];

    private ?Configuration $configuration = null;
    /** Hears what PHPUnit says, once it may not be told of more listeners. */
    private ?PhpunitTracer $tracer = null;

    public function __construct()
    {
        require __DIR__ . '/phpunit_events.php';
        PhpunitThrown::keep();
    }

    public static function lacking(): ?string
    {
        $fails = [];
        foreach (array_keys(self::ISSUES) as $issue) {
            array_push($fails, "failOn$issue", "doNotFailOn$issue");
        }
        $all = [self::LATE, [Configuration::class => $fails, Results::class => array_values(self::ISSUES)]];
        if (self::isEleven()) {
            $all[] = self::LATE_SINCE_ELEVEN;
        }
        foreach ($all as $classes) {
            foreach ($classes as $class => $methods) {
                if (!class_exists($class)) {
                    return $class;
                }
                foreach ($methods as $method) {
                    if (!method_exists($class, $method)) {
                        return "$class::$method";
                    }
                }
            }
        }
        return null;
    }

    public function prepare(bool $collect = false): ?TestSuite
    {
        EventFacade::emitter()->applicationStarted();
        // PHPUnit makes the folder for its caches while it reads the configuration, also where it keeps none; forks would not have it.
        $arguments = (new Arguments())->fromParameters([...self::ARGUMENTS, '--cache-directory', sys_get_temp_dir()]);
        $file = (new XmlConfigurationFileFinder())->find($arguments);
        $xml = $file === false ? DefaultConfiguration::create() : (new Loader())->load($file);
        $this->configuration = Registry::init($arguments, $xml);
        (new PhpHandler())->handle($this->configuration->php());
        if ($this->configuration->hasBootstrap()) {
            self::bootstrap($this->configuration->bootstrap());
        }
        return $collect && $file !== false ? (new TestSuiteBuilder())->build($this->configuration) : null;
    }

    public function lookAhead(): void
    {
        // An extension may do what a fork cannot repeat.
        if ($this->configuration->extensionBootstrappers() === [] && !$this->configuration->hasPharExtensionDirectory()) {
            $this->listen();
        }
    }

    public function loadFile(string $file): void
    {
        // PHPUnit 11 has its listeners before it looks at tests; 10 has them after.
        if (self::isEleven()) {
            $this->listen();
        }
        (static function (string $file): void {
            require_once $file;
        })($file);
    }

    public function nameOf(TestSuite $suite): string
    {
        return $suite->name();
    }

    public function suite(string $class, string $method): TestSuite
    {
        if ($this->isIsolated($class, $method)) {
            throw new PhpunitUnfit("test $class::$method runs in a process of its own");
        }
        try {
            $test = (new TestBuilder())->build(new \ReflectionClass($class), $method);
        } catch (InvalidDataProviderException $error) {
            throw new PhpunitUnfit($error->getMessage(), 0, $error->getPrevious() ?? $error);
        }
        $test->setDependencies(Dependencies::dependencies($class, $method));
        $suite = TestSuite::empty($class);
        $suite->addTest($test, (new Groups())->groups($class, $method));
        EventFacade::emitter()->testSuiteLoaded(SuiteForEvents::from($suite));
        return $suite;
    }

    public function run(TestSuite $suite, PhpunitWatcher $watcher): void
    {
        $this->listen();
        $this->tracer->watcher = $watcher;
        try {
            (new TestRunner())->run($this->configuration, new NullResultCache(), $suite);
        } catch (\PHPUnit\TextUI\RuntimeException $error) {
            throw $error->getPrevious() ?? $error;
        }
        if ($this->tracer->trouble !== null) {
            throw new PhpunitTrouble("while listening to PHPUnit: {$this->tracer->trouble->getMessage()}", 0, $this->tracer->trouble);
        }
    }

    public function strictness(PhpunitWatcher $watcher): ?string
    {
        $result = TestResult::result();
        foreach (self::ISSUES as $issue => $has) {
            $fails = $this->configuration->{"failOn$issue"}() || $this->configuration->failOnAllIssues();
            if ($fails && !$this->configuration->{"doNotFailOn$issue"}() && $result->$has()) {
                return "PHPUnit reports an issue of the test, which this project takes for a failure (failOn$issue)";
            }
        }
        return null;
    }

    public function groups(string $class, string $method): array
    {
        return (new Groups())->groups($class, $method);
    }

    public function unfit(string $class, string $method): ?string
    {
        return match (true) {
            Dependencies::dependencies($class, $method) !== [] => 'it depends on another test',
            $this->isIsolated($class, $method) => 'it runs in a process of its own',
            default => null,
        };
    }

    private function isIsolated(string $class, string $method): bool
    {
        $of = Metadata::parser()->forClass($class);
        return $this->configuration->processIsolation()
            || $of->isRunTestsInSeparateProcesses()->isNotEmpty()
            || $of->isRunClassInSeparateProcess()->isNotEmpty()
            || Metadata::parser()->forMethod($class, $method)->isRunInSeparateProcess()->isNotEmpty();
    }

    private static function isEleven(): bool
    {
        return version_compare(Version::id(), '11', '>=');
    }

    /** PHPUnit itself would print what is raised, and exit. */
    private static function bootstrap(string $file): void
    {
        if (!is_readable($file)) {
            throw new \RuntimeException("PHPUnit cannot open the bootstrap script $file");
        }
        include_once $file;
        EventFacade::emitter()->testRunnerBootstrapFinished($file);
    }

    /** What the application does between the bootstrap script and the tests; from here on nobody else can listen. */
    private function listen(): void
    {
        if ($this->tracer !== null) {
            return;
        }
        $this->tracer = new PhpunitTracer();
        $configuration = $this->configuration;
        $isEleven = self::isEleven();
        \Closure::bind(function () use ($configuration, $isEleven): void {
            if (!$configuration->noExtensions()) {
                if ($configuration->hasPharExtensionDirectory()) {
                    (new PharLoader())->loadPharExtensionsInDirectory($configuration->pharExtensionDirectory());
                }
                if ($this->bootstrapExtensions($configuration)['requiresExportOfObjects'] ?? false) {
                    EventFacade::emitter()->exportObjects();
                }
            }
            TestResult::init();
            if ($isEleven) {
                DeprecationCollector::init();
                $this->configureDeprecationTriggers($configuration);
            }
            if ($configuration->controlGarbageCollector()) {
                new GarbageCollectionHandler(EventFacade::instance(), $configuration->numberOfTestsBeforeGarbageCollection());
            }
            $this->configureBaseline($configuration);
        }, new Application(), Application::class)();
        EventFacade::instance()->registerTracer($this->tracer);
        EventFacade::instance()->seal();
    }
}
