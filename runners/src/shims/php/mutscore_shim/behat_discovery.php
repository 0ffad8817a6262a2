<?php
// Scenarios and outlines with their effective steps, and what does not bind: Behat's own dry run tells, a fork for each
// feature file, so that one that does not parse ends no other.

namespace MutscoreShim;

use Behat\Behat\Definition\DefinitionFinder;
use Behat\Behat\Definition\Exception\SearchException;
use Behat\Gherkin\Exception\ParserException;
use Behat\Testwork\Call\Call;
use Behat\Testwork\Tester\Exception\WrongPathsException;

final class BehatDiscovery implements BehatListener
{
    /** @var array<int, array> by line */
    private array $found = [];
    private string $path = '';

    public function __construct(private Scope $scope, private DefinitionFinder $finder)
    {
    }

    /** @param list<string> $features */
    public function found(array $features, \Closure $run): array
    {
        $all = ['scenarios' => [], 'unparsable' => [], 'load_error' => null];
        foreach ($features as $path) {
            $answer = $this->inFork($path, $run);
            array_push($all['scenarios'], ...$answer['scenarios'] ?? []);
            if (isset($answer['unparsable'])) {
                $all['unparsable'][] = [$path, $answer['unparsable']];
            }
            $all['load_error'] ??= $answer['load_error'] ?? null;
        }
        return $all;
    }

    private function inFork(string $path, \Closure $run): array
    {
        [$reader, $writer] = Sys::pipe();
        $pid = Forking::guarded(function () use ($path, $run, $writer): void {
            $this->path = $path;
            try {
                $run($path, $this);
                $answer = ['scenarios' => array_values($this->found)];
            } catch (WrongPathsException) {
                // No suite takes this file, or nothing in it has a step.
                $answer = ['scenarios' => array_values($this->found)];
            } catch (ParserException $error) {
                $answer = ['unparsable' => $error->getMessage()];
            } catch (\Throwable $error) {
                $answer = ['load_error' => Classify::ofLoading($error, $this->scope)];
            }
            Sys::write($writer, Wire::encode($answer));
        });
        Sys::close($writer);
        $text = '';
        while (($part = Sys::read($reader, 1 << 16)) !== '') {
            $text .= $part;
        }
        Sys::close($reader);
        Sys::wait($pid, true);
        return json_decode($text, true) ?? ['load_error' => ['note' => "the process ended while looking at $path"]];
    }

    public function caseBegins(object $event): void
    {
        $scenario = $event->getScenario();
        if (!$scenario instanceof \Behat\Gherkin\Node\ExampleNode) {
            $this->note($event, $scenario, [], [$scenario]);
        }
    }

    public function outlineBegins(object $event): void
    {
        $outline = $event->getOutline();
        $rows = array_map(fn (object $example): int => $example->getLine(), $outline->getExamples());
        $this->note($event, $outline, $rows, $outline->getExamples());
    }

    private function note(object $event, object $scenario, array $rows, array $examples): void
    {
        $feature = $event->getFeature();
        $line = $scenario->getLine();
        $background = $feature->getBackground()?->getSteps() ?? [];
        $steps = [...$this->steps($background, true), ...$this->steps($scenario->getSteps(), false)];
        $tags = array_unique([...$feature->getTags(), ...$scenario->getTags()]);
        sort($tags);
        $unbound = null;
        $binds = [];
        foreach ($examples as $example) {
            foreach ([...$background, ...$example->getSteps()] as $step) {
                $unbound ??= $this->unbound($event, $step, $binds);
            }
        }
        ksort($binds);
        // A feature may belong to several suites: it has to bind in each.
        $this->found[$line] = [
            'feature' => $this->path, 'line' => $line, 'outline' => $rows !== [] || $scenario->getNodeType() === 'Outline', 'rows' => $rows,
            'feature_name' => (string) $feature->getTitle(), 'name' => (string) $scenario->getTitle(), 'tags' => $tags,
            'steps' => $steps, 'binds' => array_keys($binds), 'unbound' => $this->found[$line]['unbound'] ?? $unbound,
        ];
    }

    private function steps(array $steps, bool $background): array
    {
        return array_map(fn (object $step): array => [
            'keyword' => trim($step->getKeyword()), 'kind' => strtolower($step->getKeywordType()), 'text' => $step->getText(),
            'line' => $step->getLine(), 'background' => $background,
        ], $steps);
    }

    /** The words of a step that binds to nothing, or to several definitions; else its definition joins `binds`. */
    private function unbound(object $event, object $step, array &$binds): ?string
    {
        $words = trim($step->getKeyword()) . " {$step->getText()}";
        try {
            $search = $this->finder->findDefinition($event->getEnvironment(), $event->getFeature(), $step);
        } catch (SearchException $error) {
            return "$words (ambiguous: " . strtok($error->getMessage(), "\n") . ')';
        }
        if (!$search->hasMatch()) {
            return $words;
        }
        $binds[$search->getMatchedDefinition()->getPath()] = true;
        return null;
    }

    public function caseEnds(object $event): void
    {
    }

    public function stepBegins(object $event): void
    {
    }

    public function stepEnds(object $event): void
    {
    }

    public function pause(): void
    {
    }

    public function calls(Call $call): Call
    {
        return $call;
    }

    public function raised(Call $call, \Throwable $error): void
    {
    }

    public function returned(Call $call): void
    {
    }
}
