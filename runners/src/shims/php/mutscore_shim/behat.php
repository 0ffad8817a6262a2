<?php
// Behat 3: load a project, run one scenario, and say what happened step by step.
//
// The same code serves cold and warm runs. Behat's container is built while loading; its own command then runs with the
// scenario's line. Outcomes are read from Behat's own events and calls, never from an exit code or from names.

namespace MutscoreShim;

use Behat\Behat\ApplicationFactory;
use Behat\Gherkin\Exception\ParserException;
use Behat\Testwork\Cli\Application;
use Behat\Testwork\Tester\Exception\WrongPathsException;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\DependencyInjection\ContainerInterface;

final class Behat implements Framework
{
    private const OLDEST = '3.13';
    private const OPTIONS = ['--strict' => true, '--format' => ['progress'], '--out' => ['/dev/null']];

    /** What a dry run does not need, and runs do. */
    private const IN_EVERY_RUN = [
        'Behat\Gherkin\Filter\LineFilter',
        'Behat\Testwork\Hook\Scope\BeforeSuiteScope', 'Behat\Testwork\Hook\Scope\AfterSuiteScope',
        'Behat\Testwork\Hook\Call\HookCall', 'Behat\Testwork\Hook\Tester\Setup\HookedSetup',
        'Behat\Testwork\Hook\Tester\Setup\HookedTeardown',
        'Behat\Testwork\Call\CallResult', 'Behat\Testwork\Call\CallResults',
        'Behat\Testwork\Call\Exception\CallErrorException', 'Behat\Testwork\Call\Exception\FatalThrowableError',
        'Behat\Behat\Hook\Scope\BeforeFeatureScope', 'Behat\Behat\Hook\Scope\AfterFeatureScope',
        'Behat\Behat\Hook\Scope\BeforeScenarioScope', 'Behat\Behat\Hook\Scope\AfterScenarioScope',
        'Behat\Behat\Hook\Scope\BeforeStepScope', 'Behat\Behat\Hook\Scope\AfterStepScope',
        'Behat\Behat\Output\Statistics\HookStat', 'Behat\Behat\Output\Statistics\StepStatV2',
        'Behat\Behat\Definition\Call\DefinitionCall', 'Behat\Behat\Tester\Result\ExecutedStepResult',
        'Behat\Behat\Transformation\Call\TransformationCall',
        'Behat\Gherkin\Node\TableNode', 'Behat\Gherkin\Node\PyStringNode', 'Behat\Gherkin\Node\OutlineNode',
        'Behat\Gherkin\Node\ExampleNode', 'Behat\Gherkin\Node\ExampleTableNode', 'Behat\Gherkin\Node\BackgroundNode',
    ];

    private ?string $home;
    /** @var list<string> */
    private array $features;
    /** @var list<string> */
    private array $sources;
    private ?ContainerInterface $container = null;
    private ?Command $command = null;

    public function __construct(private Scope $scope, array $request)
    {
        $this->features = $request['features'];
        $this->sources = $request['sources'];
        $this->home = $request['behat'];
        if ($this->home !== null) {
            self::require($this->home);
        }
    }

    public function load(): void
    {
        $vendor = $this->scope->root . 'vendor/autoload.php';
        if (is_file($vendor)) {
            require_once $vendor;
        }
        self::checkVersion();
        $this->nameProgram();
        require_once __DIR__ . '/behat_extension.php';
        require_once __DIR__ . '/behat_watcher.php';
        $application = (new ApplicationFactory())->createApplication();
        $open = function (): ContainerInterface {
            $this->extensionManager->activateExtension(BehatExtension::class);
            return $this->createContainer(new ArrayInput([]), new NullOutput());
        };
        $this->container = \Closure::bind($open, $application, Application::class)();
        $this->command = $this->container->get('cli.command');
        $application->add($this->command);
        foreach (BehatExtension::EARLY as $id) {
            $this->container->get($id);
        }
        // What the command does first of all: from here on the project's classes are found.
        $this->container->get('class_loader')->register();
    }

    public function lookAhead(): void
    {
        foreach ($this->features as $path) {
            try {
                // Kept in memory: Behat asks whether the file has changed since.
                $this->container->get('gherkin.loader.gherkin_file')->load($path);
            } catch (\Throwable) {
                // the run that asks for it reports it
            }
        }
        if (!$this->onlyDeclares()) {
            return;
        }
        foreach ($this->suites() as $suite) {
            $environment = $this->container->get('environment.manager')->buildEnvironment($suite);
            $this->container->get('environment.manager')->readEnvironmentCallees($environment);
        }
    }

    public function rehearse(): void
    {
        array_map('class_exists', self::IN_EVERY_RUN);
        // Scenarios of the project's own, whose steps are not run; the first file that some suite takes and that parses.
        foreach ($this->features as $path) {
            try {
                $this->command('--dry-run', $path);
                return;
            } catch (WrongPathsException | ParserException) {
                // the next one
            }
        }
    }

    public function run(array $scenario, Record $record, bool $strip, ?Observer $observer): array
    {
        $watcher = new BehatWatcher($record, $this->scope, $observer);
        if ($strip) {
            $watcher->stripWith($this->container->get('definition.finder'));
        }
        BehatExtension::$watcher = $watcher;
        $unexpected = null;
        try {
            $this->command(null, "{$scenario['feature']}:{$scenario['line']}");
        } catch (BehatStop) {
            // the watcher knows why
        } catch (\Throwable $error) {
            $unexpected = $error;
        }
        return $watcher->ending($unexpected, max(1, count($scenario['rows'] ?? [])));
    }

    public function discover(): array
    {
        $this->load();
        require __DIR__ . '/behat_discovery.php';
        $discovery = new BehatDiscovery($this->scope, $this->container->get('definition.finder'));
        return $discovery->found($this->features, function (string $path, object $watcher): void {
            BehatExtension::$watcher = $watcher;
            $this->command('--dry-run', $path);
        });
    }

    public function fingerprint(): array
    {
        if ($this->home === null) {
            self::require($this->scope->root . 'vendor');
        }
        self::checkVersion();
        require __DIR__ . '/versions.php';
        return Versions::php() + ['behat' => self::version()];
    }

    /** Whether no code of the test side does anything when it is loaded: else it is loaded when its time comes. */
    private function onlyDeclares(): bool
    {
        foreach ($this->sources as $path) {
            if (!$this->scope->isProduction($this->scope->root . $path) && !Preload::onlyDeclares((string) file_get_contents($path))) {
                return false;
            }
        }
        return true;
    }

    /** The suites as a run makes them; the registry is then as it was. */
    private function suites(): array
    {
        $registry = $this->container->get('suite.registry');
        foreach ($this->container->getParameter('suite.configurations') as $name => $suite) {
            $registry->registerSuiteConfiguration($name, $suite['type'], $suite['settings']);
        }
        $suites = $registry->getSuites();
        \Closure::bind(function (): void {
            $this->suiteConfigurations = $this->suites = [];
            $this->suitesGenerated = false;
        }, $registry, $registry::class)();
        return $suites;
    }

    /** Behat's own program says where it lies; tests that start another Behat ask for it. */
    private function nameProgram(): void
    {
        foreach (["{$this->scope->root}vendor/bin/behat", "$this->home/bin/behat", "$this->home/vendor/bin/behat"] as $file) {
            if (!defined('BEHAT_BIN_PATH') && is_file($file)) {
                define('BEHAT_BIN_PATH', $file);
            }
        }
    }

    private function command(?string $option, string $paths): void
    {
        $input = new ArrayInput(['paths' => $paths] + self::OPTIONS + ($option === null ? [] : [$option => true]));
        $input->setInteractive(false);
        $this->command->run($input, new NullOutput());
    }

    private static function require(string $home): void
    {
        foreach (["$home/autoload.php", "$home/vendor/autoload.php"] as $file) {
            if (is_file($file)) {
                require_once $file;
                return;
            }
        }
        fwrite(STDERR, "mutscore: no Behat\n");
        exit(1);
    }

    private static function version(): string
    {
        if (class_exists('Composer\InstalledVersions') && \Composer\InstalledVersions::isInstalled('behat/behat')) {
            return (string) \Composer\InstalledVersions::getPrettyVersion('behat/behat');
        }
        return (new \ReflectionClass(ApplicationFactory::class))->getConstant('VERSION') ?: 'unknown';
    }

    private static function checkVersion(): void
    {
        if (!class_exists(ApplicationFactory::class)) {
            fwrite(STDERR, "mutscore: no Behat\n");
            exit(1);
        }
        $version = ltrim(self::version(), 'v');
        if (!str_starts_with($version, '3.') || version_compare($version, self::OLDEST, '<')) {
            fwrite(STDERR, "mutscore: no adapter for Behat $version\n");
            exit(1);
        }
    }
}
