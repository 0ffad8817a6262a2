<?php
// Is told how each test begins and ends, and knows what a run has ended in.
//
// A test method is the only step of its scenario; each row of its data provider runs it once more. It begins with its
// fixture: what `setUp` raises is the test's own failure, as Background steps are. What raises after the checks
// (`tearDown`) or around all rows (`setUpBeforeClass`) is a clean-up or a hook.

namespace MutscoreShim;

final class PhpunitWatcher
{
    public int $planned = 0;
    public bool $risky = false;
    public bool $warned = false;
    private int $ended = 0;
    private ?array $failure = null;
    private ?array $running = null;

    public function __construct(private ?Record $record, private Scope $scope, private ?Observer $observer)
    {
    }

    /** What the run has ended in. `unexpected` ended it from outside of PHPUnit. */
    public function ending(?\Throwable $unexpected, PhpunitGeneration $generation): array
    {
        $begun = $this->record->steps > 0;
        $found = $this->failure ?? $this->broken($unexpected, $begun) ?? $this->quiet($generation);
        return $found + ['step_begun' => $begun, 'detail' => null];
    }

    /** @param string $name of the test and its row */
    public function begins(string $name, int $line): void
    {
        $this->running = ['keyword' => 'Test', 'name' => substr($name, 0, 500), 'line' => $line, 'row' => null];
        $this->record?->stepBegins($this->running);
        if ($this->observer !== null) {
            $this->observer->kind = 'when';
        }
    }

    public function ends(): void
    {
        $this->ended++;
        if ($this->observer !== null) {
            $this->observer->kind = 'hook';
        }
    }

    /** Something failed, whatever follows; only the first one counts. */
    public function fail(array $failure): void
    {
        if ($this->failure === null) {
            $step = $this->running === null ? [] : ['failed_step' => $this->running];
            $this->failure = $failure + $step;
        }
    }

    /** What is raised between a test's begin and its checks' end. */
    public function raised(\Throwable $error): void
    {
        $isCheck = Classify::isAssertion($error, $this->scope);
        $this->fail([
            'outcome' => $isCheck ? 'assertion-failure' : 'execution-failure',
            'exception' => Classify::describe($error, $this->scope),
        ]);
    }

    /** What is raised by a `hook` around all rows, or by a `cleanup`. */
    public function raisedBy(string $detail, \Throwable $error): void
    {
        $described = Classify::describe($error, $this->scope);
        $note = "{$described['class']}: {$described['message']}";
        $this->fail(['outcome' => 'execution-failure', 'detail' => $detail, 'exception' => $described, 'note' => $note]);
    }

    public function pending(string $note): void
    {
        $this->fail(['outcome' => 'binding-failure', 'detail' => 'pending', 'note' => $note]);
    }

    public function skipped(string $note): void
    {
        $this->fail(['outcome' => 'binding-failure', 'detail' => 'skipped', 'note' => $note]);
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
    private function quiet(PhpunitGeneration $generation): array
    {
        if ($this->ended === 0 || $this->ended < $this->planned) {
            return ['outcome' => 'binding-failure', 'detail' => 'nothing-run'];
        }
        $why = $generation->strictness($this);
        return $why === null ? ['outcome' => 'pass'] : ['outcome' => 'assertion-failure', 'failed_step' => $this->running, 'note' => $why];
    }
}
