<?php
// How a watcher gets to see Behat's events and calls: an extension that no file of the project names.

namespace MutscoreShim;

use Behat\Behat\EventDispatcher\Event\ExampleTested;
use Behat\Behat\EventDispatcher\Event\FeatureTested;
use Behat\Behat\EventDispatcher\Event\OutlineTested;
use Behat\Behat\EventDispatcher\Event\ScenarioTested;
use Behat\Behat\EventDispatcher\Event\StepTested;
use Behat\Gherkin\Cache\MemoryCache;
use Behat\Testwork\Call\Call;
use Behat\Testwork\Call\Handler\CallHandler;
use Behat\Testwork\EventDispatcher\Event\SuiteTested;
use Behat\Testwork\ServiceContainer\Extension;
use Behat\Testwork\ServiceContainer\ExtensionManager;
use Behat\Testwork\Specification\SpecificationIterator;
use Behat\Testwork\Suite\Suite;
use Behat\Testwork\Tester\Exercise;
use Behat\Testwork\Tester\Result\TestResult;
use Symfony\Component\Config\Definition\Builder\ArrayNodeDefinition;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Definition;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;

/** What ends a run at its first failure. */
final class BehatStop extends \Exception
{
}

/** Is told of what Behat does. */
interface BehatListener
{
    public function caseBegins(object $event): void;

    public function caseEnds(object $event): void;

    public function outlineBegins(object $event): void;

    public function stepBegins(object $event): void;

    public function stepEnds(object $event): void;

    /** Between calls, where Behat lets an exception through. */
    public function pause(): void;

    public function calls(Call $call): Call;

    public function raised(Call $call, \Throwable $error): void;

    public function returned(Call $call): void;
}

final class BehatExtension implements Extension
{
    public static ?BehatListener $watcher = null;

    /** Services that are asked for by name. */
    private const PUBLIC = ['class_loader', 'definition.finder', 'gherkin.loader.gherkin_file', 'suite.registry'];
    /** Services that every run needs, made while loading: the parser's words for all languages alone cost as much as a scenario. */
    public const EARLY = ['gherkin', 'gherkin.parser', 'specifications.finder', 'environment.manager', 'hook.dispatcher', 'call.center'];

    public function getConfigKey()
    {
        return 'mutscore';
    }

    public function initialize(ExtensionManager $extensionManager)
    {
    }

    public function configure(ArrayNodeDefinition $builder)
    {
    }

    public function load(ContainerBuilder $container, array $config)
    {
        $handler = new Definition(BehatHandler::class, [new Reference('call.call_handler.runtime')]);
        $container->setDefinition('mutscore.handler', $handler->addTag('call.call_handler', ['priority' => 10000]));
        $exercise = new Definition(BehatExercise::class, [new Reference('tester.exercise')]);
        $container->setDefinition('mutscore.exercise', $exercise->addTag('tester.exercise.wrapper', ['priority' => 10000]));
        $subscriber = new Definition(BehatSubscriber::class);
        $container->setDefinition('mutscore.subscriber', $subscriber->addTag('event_dispatcher.subscriber', ['priority' => 0]));
    }

    public function process(ContainerBuilder $container)
    {
        foreach ([...self::PUBLIC, ...self::EARLY] as $id) {
            $container->getDefinition($id)->setPublic(true);
        }
        $this->parseInMemory($container);
    }

    /** Behat's cache of parsed features lies in the temporary folder, which is empty in every run. */
    private function parseInMemory(ContainerBuilder $container): void
    {
        foreach ($container->findTaggedServiceIds('gherkin.loader') as $id => $_) {
            $loader = $container->getDefinition($id);
            if ($loader->hasMethodCall('setCache')) {
                $loader->removeMethodCall('setCache');
                $loader->addMethodCall('setCache', [new Definition(MemoryCache::class)]);
            }
        }
    }
}

/**
 * Leaves out suites that have nothing of what is to run, if a context of theirs is not there: Behat would refuse all. A
 * submission for one scenario need not bring the contexts of other suites.
 */
final class BehatExercise implements Exercise
{
    public function __construct(private Exercise $behats)
    {
    }

    public function setUp(array $iterators, $skip)
    {
        return $this->behats->setUp(self::filled($iterators), $skip);
    }

    public function test(array $iterators, $skip)
    {
        return $this->behats->test(self::filled($iterators), $skip);
    }

    public function tearDown(array $iterators, $skip, TestResult $result)
    {
        return $this->behats->tearDown(self::filled($iterators), $skip, $result);
    }

    private static function filled(array $iterators): array
    {
        return array_values(array_filter($iterators, function (SpecificationIterator $iterator): bool {
            $iterator->rewind();
            return $iterator->valid() || self::isWhole($iterator->getSuite());
        }));
    }

    private static function isWhole(Suite $suite): bool
    {
        foreach ($suite->hasSetting('contexts') ? (array) $suite->getSetting('contexts') : [] as $context) {
            $class = is_array($context) ? (string) key($context) : $context;
            if (is_string($class) && !class_exists($class)) {
                return false;
            }
        }
        return true;
    }
}

/** Stands before Behat's own way to make a call: only here errors are seen as they were raised. */
final class BehatHandler implements CallHandler
{
    public function __construct(private CallHandler $behats)
    {
    }

    public function supportsCall(Call $call)
    {
        return $this->behats->supportsCall($call);
    }

    public function handleCall(Call $call)
    {
        $watcher = BehatExtension::$watcher;
        if ($watcher === null) {
            return $this->behats->handleCall($call);
        }
        $call = $watcher->calls($call);
        try {
            $result = $this->behats->handleCall($call);
        } catch (\Throwable $error) {
            $watcher->raised($call, $error);
            throw $error;
        }
        if ($result->hasException()) {
            $watcher->raised($call, $result->getException());
        } else {
            $watcher->returned($call);
        }
        return $result;
    }
}

final class BehatSubscriber implements EventSubscriberInterface
{
    private const FIRST = 10000;

    public static function getSubscribedEvents(): array
    {
        $events = [
            ScenarioTested::BEFORE => 'caseBegins',
            ExampleTested::BEFORE => 'caseBegins',
            ScenarioTested::AFTER => 'caseEnds',
            ExampleTested::AFTER => 'caseEnds',
            OutlineTested::BEFORE => 'outlineBegins',
            StepTested::BEFORE => 'stepBegins',
            StepTested::AFTER => 'stepEnds',
        ];
        foreach ([SuiteTested::AFTER_SETUP, SuiteTested::AFTER, FeatureTested::AFTER_SETUP, FeatureTested::AFTER, OutlineTested::AFTER,
            ScenarioTested::AFTER_SETUP, ScenarioTested::BEFORE_TEARDOWN, ExampleTested::AFTER_SETUP, ExampleTested::BEFORE_TEARDOWN,
            StepTested::AFTER_SETUP, StepTested::BEFORE_TEARDOWN] as $event) {
            $events[$event] = 'pause';
        }
        return array_map(fn (string $method): array => [$method, self::FIRST], $events);
    }

    public function __call(string $method, array $arguments): void
    {
        if ($method === 'pause') {
            BehatExtension::$watcher?->pause();
        } else {
            BehatExtension::$watcher?->$method($arguments[0]);
        }
    }
}
