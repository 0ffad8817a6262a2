<?php
// The fork tree: L0 (framework, no project code) → L1 (project loaded, its classes too), or C (project loaded) → F (its
// classes too, but for one file and what is built upon it) → M (that file replaced) → a fork a run.
//
// L0 serves the engine on one socket and L1 on another. A process that is asked to hold a replaced file takes over its
// parent's socket until it is told to close; the parent only waits for it. So each socket has one reader at a time.

namespace MutscoreShim;

final class Zygote extends Holder
{
    /** @var list<string> */
    private array $sources;
    private ?int $base = null;
    private ?Preload $preload = null;
    /** C: its process and socket. @var array{pid: int, socket: int}|null */
    private ?array $layers = null;
    /** Files that loading includes: there can be no F without them. @var array<string, true> */
    private array $eager = [];

    public function __construct(array $config, Scope $scope, Framework $project, int $control, int $loaded)
    {
        parent::__construct($config, $scope, $project, $control, $loaded);
        $this->sources = $config['sources'];
    }

    /** L0: forks what loads the project. */
    public function serveControl(): void
    {
        View::adoptOrphans();
        Wire::send($this->control, ['ready' => true, 'php' => PHP_VERSION]);
        while (true) {
            $this->waitForEngine();
            [$request, $blobs] = Wire::receive($this->control);
            match ($request['op']) {
                'base' => $this->forkBase(),
                'open' => $this->open($request, $blobs[0]),
                default => Wire::send($this->control, ['error' => "unknown request {$request['op']}"]),
            };
        }
    }

    /** Waits for the next request. Without its L1 the tree is of no use: then it ends, which the engine sees. */
    private function waitForEngine(): void
    {
        $base = $this->base === null ? null : Sys::pidfd($this->base);
        if ($base === null) {
            return;
        }
        $ready = Sys::poll([$this->control, $base], -1.0);
        Sys::close($base);
        if (in_array($base, $ready, true)) {
            Sys::leave(70);
        }
    }

    private function preload(): Preload
    {
        if ($this->preload === null) {
            $this->preload = Preload::scout($this->scope, $this->project, $this->sources);
            View::sweep($this->living());
            $this->preload->loadOutside();
        }
        return $this->preload;
    }

    /** L1. It outlives this call: L0 goes on serving. */
    private function forkBase(): void
    {
        if ($this->base !== null) {
            Forking::endChild($this->base);
        }
        $this->preload();
        $this->base = Forking::guarded($this->serveBase(...));
    }

    private function serveBase(): void
    {
        View::adoptOrphans();
        $this->enter([], drop: false);
        $before = new Forkable();
        $known = get_included_files();
        $failure = $this->load();
        if ($failure !== null) {
            Wire::send($this->loaded, ['loaded' => false, 'failure' => $failure]);
            return;
        }
        $why = $before->whatAForkWouldChange($this->view, [])
            ?? Forkable::asksForTheMoment($this->scope, array_diff(get_included_files(), $known));
        $touched = Random::touched();
        if (isset($touched['lcg'])) {
            $why ??= 'loading the project draws from lcg_value, whose state forks share';
        }
        $this->preload()->loadInside(null);
        $this->lookAhead();
        Wire::send($this->loaded, ['loaded' => true, 'unsafe' => $why, 'random' => (object) $touched]);
        $this->serveLoaded();
    }

    private function serveLoaded(): void
    {
        while (true) {
            [$header] = Wire::receive($this->loaded);
            switch ($header['op']) {
                case 'run':
                    Wire::send($this->loaded, $this->run($header, [], null));
                    break;
                case 'swap':
                    // PHP has no way to replace a function: the file is loaded anew, which needs no proof of equality.
                    Wire::send($this->loaded, ['swapped' => false, 'why' => 'functions are not swapped']);
                    if (!isset($header['only'])) {
                        Wire::send($this->loaded, ['closed' => true]);
                    }
                    break;
                case 'quit':
                    return;
            }
        }
    }

    /** Holds a replaced file: in a fork of F where there can be one, else in a fork of this process that loads all. */
    private function open(array $request, string $bytes): void
    {
        $path = $this->scope->root . $request['path'];
        if (!isset($this->eager[$path]) && $this->hasLayers($request['load_ms'])) {
            Wire::pass($this->layers['socket'], $request, [$bytes]);
            // It answers the engine itself; a word of it says that the engine's next request is ours again.
            $said = Sys::read($this->layers['socket'], 1);
            if ($said === '.') {
                return;
            }
            $this->eager[$path] = true;
            if ($said === '') {
                $this->endLayers();
            }
        }
        $this->hold($request, $bytes, function () use ($path): ?array {
            $failure = $this->load();
            if ($failure === null) {
                $this->preload()->loadInside($path);
            }
            return $failure;
        }, $this->living());
    }

    private function hasLayers(int $milliseconds): bool
    {
        if ($this->layers !== null) {
            return true;
        }
        [$ours, $theirs] = Sys::socketPair();
        $ours = Sys::outOfTheWay($ours);
        $pid = Forking::guarded(function () use ($ours, $theirs): void {
            Sys::close($ours);
            (new Layers($this, $this->preload(), Sys::outOfTheWay($theirs)))->serve();
        });
        Sys::close($theirs);
        $this->layers = ['pid' => $pid, 'socket' => $ours];
        if (Sys::poll([$ours], $milliseconds / 1000) === [] || Sys::read($ours, 1) !== '+') {
            $this->endLayers();
        }
        return $this->layers !== null;
    }

    private function endLayers(): void
    {
        Sys::close($this->layers['socket']);
        Forking::endChild($this->layers['pid']);
        View::sweep(array_filter([$this->base]));
        $this->layers = null;
    }

    /** @return list<int> children that go on living */
    private function living(): array
    {
        return array_values(array_filter([$this->base, $this->layers['pid'] ?? null]));
    }
}
