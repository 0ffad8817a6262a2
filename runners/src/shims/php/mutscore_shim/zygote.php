<?php
// The fork tree: L0 (framework, no project code) → L1 (project loaded), or F (project loaded, but for one file and what
// is built upon it) → M (that file replaced) → a fork a run.
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
    /** F: its process, its socket, its file, and whether it can be used. @var array{pid: int, socket: int, path: string}|null */
    private ?array $layer = null;
    /** Files that loading includes: an F without them cannot be. @var array<string, true> */
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
        if ($this->usableLayer($path, $request['load_ms'])) {
            Wire::pass($this->layer['socket'], $request, [$bytes]);
            // It answers the engine itself; a word of it says that the engine's next request is ours again.
            if (Sys::read($this->layer['socket'], 1) === '') {
                $this->endLayer();
            }
            return;
        }
        $this->hold($request, $bytes, function () use ($path): ?array {
            $failure = $this->load();
            if ($failure === null) {
                $this->preload()->loadInside($path);
            }
            return $failure;
        }, $this->living());
    }

    private function usableLayer(string $path, int $milliseconds): bool
    {
        if (($this->layer['path'] ?? null) === $path) {
            return true;
        }
        if (isset($this->eager[$path])) {
            return false;
        }
        $this->endLayer();
        [$ours, $theirs] = Sys::socketPair();
        $ours = Sys::outOfTheWay($ours);
        $pid = Forking::guarded(function () use ($path, $ours, $theirs): void {
            Sys::close($ours);
            $this->serveLayer($path, Sys::outOfTheWay($theirs));
        });
        Sys::close($theirs);
        $this->layer = ['pid' => $pid, 'socket' => $ours, 'path' => $path];
        $said = Sys::poll([$ours], $milliseconds / 1000) === [] ? '' : Sys::read($ours, 1);
        if ($said !== '+') {
            $this->eager[$path] = true;
            $this->endLayer();
        }
        return $said === '+';
    }

    /** F: loads the project and its classes, but for one file, and forks an M for each replacement of it. */
    private function serveLayer(string $path, int $socket): void
    {
        View::adoptOrphans();
        $this->base = $this->layer = null;
        $this->conversations[] = $socket;
        $this->enter([], drop: false);
        $failure = $this->load();
        if ($failure === null) {
            $this->preload()->loadInside($path);
        }
        $usable = $failure === null && !in_array($path, get_included_files(), true);
        Sys::write($socket, $usable ? '+' : '-');
        while ($usable) {
            [$request, $blobs] = Wire::receive($socket);
            $this->hold($request, $blobs[0], null, []);
            Sys::write($socket, '.');
        }
    }

    private function endLayer(): void
    {
        if ($this->layer !== null) {
            Sys::close($this->layer['socket']);
            Forking::endChild($this->layer['pid']);
            View::sweep(array_filter([$this->base]));
            $this->layer = null;
        }
    }

    /** @return list<int> children that go on living */
    private function living(): array
    {
        return array_values(array_filter([$this->base, $this->layer['pid'] ?? null]));
    }
}
