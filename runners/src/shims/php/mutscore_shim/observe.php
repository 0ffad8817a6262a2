<?php
// Executed production lines, and production functions that test code calls directly: a run for each.
//
// Lines come from pcov, of the code as it is. PHP has no tracer that can be had without an extension, so calls come
// from probes at the entry of each function; they lie in a run of their own, where no lines are counted and whose
// outcome is not used.

namespace MutscoreShim;

abstract class Observer
{
    /** The kind of the step that runs: given, when, then or hook. */
    public string $kind = 'hook';

    /** @param list<string> $callers */
    public static function of(string $what, Scope $scope, array $callers): self
    {
        if ($what === 'lines') {
            return new LinesObserver($scope);
        }
        require __DIR__ . '/probes.php';
        return new CallsObserver($scope, $callers);
    }

    /** Before any project code. */
    public function prepare(): void
    {
    }

    public function start(): void
    {
    }

    /** The project is loaded; what follows belongs to the scenario. */
    public function loaded(): void
    {
    }

    /** @return array{coverage: array, calls: object} */
    abstract public function finish(): array;

    protected static function observation(array $run, array $load, array $calls): array
    {
        ksort($calls);
        $coverage = ['run' => (object) $run, 'load' => (object) $load];
        return ['coverage' => $coverage, 'calls' => (object) $calls];
    }
}

final class LinesObserver extends Observer
{
    /** @var array<string, list<int>> */
    private array $load = [];

    public function __construct(private Scope $scope)
    {
    }

    public function prepare(): void
    {
        if (!function_exists('pcov\start')) {
            throw new \RuntimeException('PHP has no pcov (hint: `apt-get install php-pcov`)');
        }
    }

    public function start(): void
    {
        \pcov\start();
    }

    public function loaded(): void
    {
        \pcov\stop();
        $this->load = $this->lines();
        \pcov\clear();
        \pcov\start();
    }

    public function finish(): array
    {
        \pcov\stop();
        return self::observation($this->lines(), $this->load, []);
    }

    /** @return array<string, list<int>> */
    private function lines(): array
    {
        $files = array_map(fn (string $path): string => $this->scope->root . $path, array_keys($this->scope->production));
        $found = [];
        foreach (\pcov\collect(\pcov\inclusive, $files) as $file => $counts) {
            $lines = array_keys(array_filter($counts, fn (int $count): bool => $count > 0));
            if ($lines !== []) {
                sort($lines);
                $found[$this->scope->relative($file)] = $lines;
            }
        }
        ksort($found);
        return $found;
    }
}

final class CallsObserver extends Observer
{
    /** Methods in which xUnit tests set up what they test. */
    private const FIXTURES = ['setUp', 'setUpBeforeClass'];

    /** @var array<string, true> */
    private array $callers;
    /** @var array<string, array<string, true>> */
    private array $found = [];

    /** @param list<string> $callers */
    public function __construct(private Scope $scope, array $callers)
    {
        $this->callers = array_fill_keys($callers, true);
    }

    public function prepare(): void
    {
        foreach (array_keys($this->scope->production) as $path) {
            $source = (string) file_get_contents($this->scope->root . $path);
            $probed = Probes::place($source, $path);
            if ($probed !== null) {
                (new Replaced($this->scope, $path, $probed))->place();
            }
        }
        Probes::$observer = $this;
    }

    public function loaded(): void
    {
        $this->found = [];
    }

    /** A probed function was entered; the caller is the nearest frame of the project above it. */
    public function entered(string $name, array $frames): void
    {
        foreach (array_slice($frames, 1) as $frame) {
            if (isset($frame['file']) && $this->scope->isOwn($frame['file'])) {
                if (isset($this->callers[$this->scope->relative($frame['file'])])) {
                    $this->found[$name][$this->kindOf($frames)] = true;
                }
                return;
            }
        }
    }

    public function finish(): array
    {
        $calls = [];
        foreach ($this->found as $name => $kinds) {
            $calls[$name] = array_keys($kinds);
            sort($calls[$name]);
        }
        return self::observation([], [], $calls);
    }

    private function kindOf(array $frames): string
    {
        if ($this->kind === 'when') {
            foreach ($frames as $frame) {
                if (in_array($frame['function'], self::FIXTURES, true)) {
                    return 'given';
                }
            }
        }
        return $this->kind;
    }
}
