<?php
// Sees each step begin and end, and knows what a run has ended in.

namespace MutscoreShim;

use Behat\Behat\Definition\Call\DefinitionCall;
use Behat\Behat\Definition\Definition;
use Behat\Behat\Definition\DefinitionFinder;
use Behat\Behat\Definition\Exception\AmbiguousMatchException;
use Behat\Behat\Definition\Exception\SearchException;
use Behat\Behat\Tester\Exception\PendingException;
use Behat\Behat\Tester\Result\FailedStepSearchResult;
use Behat\Behat\Tester\Result\UndefinedStepResult;
use Behat\Gherkin\Exception\ParserException;
use Behat\Gherkin\Node\ExampleNode;
use Behat\Gherkin\Node\StepNode;
use Behat\Testwork\Call\Call;
use Behat\Testwork\Hook\Call\HookCall;
use Behat\Testwork\Tester\Exception\WrongPathsException;

final class BehatWatcher implements BehatListener
{
    private ?array $failure = null;
    private ?array $running = null;
    private ?array $last = null;
    private ?string $kind = null;
    private ?int $row = null;
    private int $cases = 0;
    private int $casesPassed = 0;
    private int $stepsPassed = 0;
    private ?DefinitionFinder $finder = null;
    /** @var array<string, true> definitions that a Then step binds to, by their place */
    private array $emptied = [];

    public function __construct(private Record $record, private Scope $scope, private ?Observer $observer)
    {
    }

    /** Empties the definitions that the scenario's Then steps bind to, wherever else they are used. */
    public function stripWith(DefinitionFinder $finder): void
    {
        $this->finder = $finder;
    }

    /** What the run has ended in. `unexpected` ended it from outside of Behat; `planned` is the number of its rows. */
    public function ending(?\Throwable $unexpected, int $planned): array
    {
        $begun = $this->record->steps > 0;
        $found = $this->failure ?? $this->broken($unexpected, $begun) ?? $this->quiet($planned);
        return $found + ['step_begun' => $begun, 'detail' => null];
    }

    public function caseBegins(object $event): void
    {
        $this->pause();
        $this->cases++;
        $scenario = $event->getScenario();
        $this->row = $scenario instanceof ExampleNode ? $scenario->getLine() : null;
        if ($this->finder !== null) {
            $steps = [...($event->getFeature()->getBackground()?->getSteps() ?? []), ...$scenario->getSteps()];
            foreach ($steps as $step) {
                if ($step->getKeywordType() === 'Then') {
                    $this->empty($this->matched($event, $step));
                }
            }
        }
    }

    public function caseEnds(object $event): void
    {
        $this->pause();
        if ($event->getTestResult()->isPassed()) {
            $this->casesPassed++;
        }
    }

    public function outlineBegins(object $event): void
    {
        $this->pause();
    }

    public function stepBegins(object $event): void
    {
        $this->pause();
        $step = $event->getStep();
        $this->kind = strtolower($step->getKeywordType());
        $this->running = $this->describe($step);
    }

    public function stepEnds(object $event): void
    {
        $this->pause();
        $result = $event->getTestResult();
        if ($result instanceof UndefinedStepResult) {
            $this->failure = ['outcome' => 'binding-failure', 'detail' => 'undefined', 'failed_step' => $this->running];
        } elseif ($result instanceof FailedStepSearchResult) {
            $ambiguous = $result->getException() instanceof AmbiguousMatchException;
            $this->failure = [
                'outcome' => 'binding-failure', 'detail' => $ambiguous ? 'ambiguous' : 'undefined',
                'failed_step' => $this->running, 'note' => $result->getException()->getMessage(),
            ];
        } elseif ($result->isPassed()) {
            $this->stepsPassed++;
        }
        $this->pause();
        $this->running = null;
    }

    public function pause(): void
    {
        if ($this->failure !== null) {
            throw new BehatStop();
        }
    }

    public function calls(Call $call): Call
    {
        if ($call instanceof HookCall || $this->running === null) {
            return $call;
        }
        if ($this->last !== $this->running) {
            $this->last = $this->running;
            $this->record->stepBegins($this->running);
        }
        if ($this->observer !== null) {
            $this->observer->kind = $this->kind;
        }
        if ($call instanceof DefinitionCall && isset($this->emptied[self::place($call->getCallee())])) {
            $nothing = new EmptiedDefinition($call->getCallee());
            return new DefinitionCall($call->getEnvironment(), $call->getFeature(), $call->getStep(), $nothing, $call->getArguments());
        }
        return $call;
    }

    public function returned(Call $call): void
    {
        if ($this->observer !== null) {
            $this->observer->kind = 'hook';
        }
    }

    public function raised(Call $call, \Throwable $error): void
    {
        $this->returned($call);
        if ($this->failure !== null) {
            return;
        }
        $described = Classify::describe($error, $this->scope);
        if ($call instanceof HookCall || $this->running === null) {
            $note = "{$described['class']}: {$described['message']}";
            $this->failure = ['outcome' => 'execution-failure', 'detail' => 'hook', 'exception' => $described, 'note' => $note, 'failed_step' => $this->last];
        } elseif ($error instanceof PendingException) {
            $this->failure = ['outcome' => 'binding-failure', 'detail' => 'pending', 'failed_step' => $this->running];
        } elseif ($error instanceof \CompileError) {
            // A file that does not compile says nothing of the behaviour, also where it is loaded late.
            $this->failure = ['failed_step' => $this->running] + Classify::ofLoading($error, $this->scope);
            unset($this->failure['step_begun']);
        } else {
            $outcome = Classify::isAssertion($error, $this->scope) ? 'assertion-failure' : 'execution-failure';
            $this->failure = ['outcome' => $outcome, 'failed_step' => $this->running, 'exception' => $described];
        }
    }

    /** Empties a definition, if there is one. */
    private function empty(?Definition $definition): void
    {
        if ($definition !== null) {
            $this->emptied[self::place($definition)] = true;
        }
    }

    private function matched(object $event, StepNode $step): ?Definition
    {
        try {
            return $this->finder->findDefinition($event->getEnvironment(), $event->getFeature(), $step)->getMatchedDefinition();
        } catch (SearchException) {
            return null; // the run meets it again, and reports it
        }
    }

    private static function place(object $definition): string
    {
        $reflection = $definition->getReflection();
        return "{$reflection->getFileName()}:{$reflection->getStartLine()}:{$reflection->getName()}";
    }

    private function broken(?\Throwable $error, bool $begun): ?array
    {
        if ($error === null) {
            return null;
        }
        if ($begun) {
            $described = Classify::describe($error, $this->scope);
            $note = "{$described['class']}: {$described['message']}";
            return ['outcome' => 'execution-failure', 'detail' => 'hook', 'exception' => $described, 'note' => $note, 'failed_step' => $this->last];
        }
        if ($error instanceof WrongPathsException) {
            return ['outcome' => 'binding-failure', 'detail' => 'nothing-run', 'note' => $error->getMessage()];
        }
        $syntax = $error instanceof ParserException ? ['detail' => 'syntax'] : [];
        return $syntax + Classify::ofLoading($error, $this->scope);
    }

    /** No step failed. The scenario may have been passed over, or be empty. */
    private function quiet(int $planned): array
    {
        if ($this->cases > 0 && $this->casesPassed === $this->cases && $this->cases >= $planned && $this->stepsPassed > 0) {
            return ['outcome' => 'pass'];
        }
        return ['outcome' => 'binding-failure', 'detail' => $this->record->steps > 0 ? 'skipped' : 'nothing-run'];
    }

    private function describe(StepNode $step): array
    {
        return ['keyword' => trim($step->getKeyword()), 'name' => substr($step->getText(), 0, 500), 'line' => $step->getLine(), 'row' => $this->row];
    }
}

/** A definition with the place of another, which does nothing. */
final class EmptiedDefinition implements Definition
{
    public function __construct(private Definition $original)
    {
    }

    public function getType()
    {
        return $this->original->getType();
    }

    public function getPattern()
    {
        return $this->original->getPattern();
    }

    public function __toString(): string
    {
        return (string) $this->original;
    }

    public function getPath()
    {
        return $this->original->getPath();
    }

    public function getDescription()
    {
        return $this->original->getDescription();
    }

    public function isAMethod()
    {
        return false;
    }

    public function isAnInstanceMethod()
    {
        return false;
    }

    public function getCallable()
    {
        return static function (): void {
        };
    }

    public function getReflection()
    {
        return $this->original->getReflection();
    }
}
