<?php
// What loads a project and serves runs of it: a fork each, with a view of its own.

namespace MutscoreShim;

class Holder
{
    /** What an M says to its parent while it loads. */
    private const ENTERED = '0';
    private const LOADED = '1';

    protected ?array $view;
    protected string $cwd;
    /** @var list<int> descriptors that a run must not have */
    protected array $conversations;

    public function __construct(
        array $config,
        protected Scope $scope,
        protected Framework $project,
        protected int $control,
        protected int $loaded,
    ) {
        $this->view = $config['view'] ?? null;
        $this->cwd = $this->view['cwd'] ?? getcwd();
        $this->conversations = [$control, $loaded];
    }

    /** Why loading failed, as the end of a run; or null. */
    protected function load(): ?array
    {
        try {
            $this->project->load();
            $this->cwd = getcwd() ?: $this->cwd;
            return null;
        } catch (\Throwable $error) {
            return Classify::ofLoading($error, $this->scope);
        }
    }

    /** Does what each run would do next, and each alike. */
    protected function lookAhead(): void
    {
        try {
            $this->project->lookAhead();
        } catch (\Throwable) {
            // the run meets it again, and reports it
        }
    }

    /**
     * M: forks what holds the replaced file, and waits for its end. `load` loads the project in it; what forks after
     * loading has done so.
     *
     * @param list<int> $keep children that go on living
     */
    protected function hold(array $request, string $bytes, ?\Closure $load, array $keep): void
    {
        [$reader, $writer] = Sys::pipe();
        $pid = Forking::guarded(function () use ($request, $bytes, $load, $reader, $writer): void {
            Sys::close($reader);
            $this->serve($request, $bytes, $load, Sys::outOfTheWay($writer));
        });
        Sys::close($writer);
        $said = self::byte($reader, $request['load_ms']);
        $entered = $said === self::ENTERED;
        if ($entered) {
            $said = self::byte($reader, $request['load_ms']);
        }
        Sys::close($reader);
        if ($said === null) {
            Sys::kill($pid, View::KILL);
        }
        [, $status] = Sys::wait($pid, true);
        View::sweep($keep);
        Wire::send($this->control, match (true) {
            $said === null => ['opened' => false, 'timed_out' => true],
            $said === self::LOADED => ['closed' => true],
            $entered => ['opened' => false, 'died' => Forking::howItEnded($status)],
            default => ['opened' => false, 'trouble' => 'no view for the replaced file'],
        });
    }

    private function serve(array $request, string $bytes, ?\Closure $load, int $parent): void
    {
        View::adoptOrphans();
        $files = [$request['path'] => $bytes];
        $this->enter($files, drop: false);
        $replaced = new Replaced($this->scope, $request['path'], $bytes);
        Sys::write($parent, self::ENTERED);
        $refused = $this->refusal($replaced, $load, $files);
        Sys::write($parent, self::LOADED);
        Sys::close($parent);
        if ($refused !== null) {
            Wire::send($this->control, ['opened' => false] + $refused);
            return;
        }
        Wire::send($this->control, ['opened' => true]);
        while (true) {
            [$header] = Wire::receive($this->control);
            if ($header['op'] === 'close') {
                return;
            }
            Wire::send($this->control, $this->run($header, $files, $replaced));
        }
    }

    private function refusal(Replaced $replaced, ?\Closure $load, array $files): ?array
    {
        $garbled = $replaced->garbled();
        if ($garbled !== null) {
            return ['failure' => $garbled, 'applied' => true];
        }
        if ($load === null) {
            return null;
        }
        $before = new Forkable();
        $failure = $load();
        if ($failure !== null) {
            return ['failure' => $failure, 'applied' => $replaced->holds()];
        }
        $why = $before->whatAForkWouldChange($this->view, $files);
        return $why === null ? null : ['unsafe' => $why];
    }

    /** One scenario in a fork of this process. */
    protected function run(array $header, array $files, ?Replaced $replaced): array
    {
        $newNet = $this->view !== null && self::socketsInUse();
        return Forking::run($header, function (Record $record) use ($header, $files, $replaced, $newNet): void {
            array_map(Sys::close(...), $this->conversations);
            $this->enter($files, drop: true, newNet: $newNet);
            Random::drawAnew($header['fixed']);
            $_SERVER['REQUEST_TIME_FLOAT'] = microtime(true);
            $_SERVER['REQUEST_TIME'] = time();
            error_clear_last();
            Ending::expect($record, $this->scope, $replaced);
            $ending = $this->project->run($header['scenario'], $record, $header['strip'], null);
            $record->done($ending + ($replaced === null ? [] : ['applied' => $replaced->holds()]));
        });
    }

    /**
     * A view of its own for what this process and its children write; and a network of its own, if the last run left
     * ports behind that would still be taken in this one.
     */
    protected function enter(array $files, bool $drop, bool $newNet = false): void
    {
        if ($this->view !== null) {
            View::enter($this->view, $files, $this->cwd, $drop, $newNet);
        } else {
            clearstatcache(true);
        }
    }

    /** Whether the network namespace holds TCP sockets, those included that wait for their port's release. */
    private static function socketsInUse(): bool
    {
        $text = @file_get_contents('/proc/self/net/sockstat') . @file_get_contents('/proc/self/net/sockstat6');
        preg_match_all('/^TCP6?: (.*)$/m', $text, $lines);
        return preg_match('/(?:inuse|orphan|tw) [1-9]/', implode("\n", $lines[1])) === 1;
    }

    /** The next byte; empty at the end of the pipe, null if nothing comes in time. */
    private static function byte(int $reader, int $milliseconds): ?string
    {
        return Sys::poll([$reader], $milliseconds / 1000) === [] ? null : Sys::read($reader, 1);
    }
}
