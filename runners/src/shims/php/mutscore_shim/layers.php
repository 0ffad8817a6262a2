<?php
// C, a loaded project none of whose classes is loaded ahead, and F, which is forked from it for one file: all classes
// but those of that file and what is built upon it. The mutants of a file share its F.

namespace MutscoreShim;

final class Layers extends Holder
{
    /** F: its process, its socket and its file. @var array{pid: int, socket: int, path: string}|null */
    private ?array $layer = null;

    public function __construct(Holder $parent, private Preload $preload, private int $socket)
    {
        foreach (['view', 'cwd', 'scope', 'project', 'control', 'loaded', 'conversations'] as $name) {
            $this->$name = $parent->$name;
        }
        $this->conversations[] = $socket;
    }

    public function serve(): void
    {
        View::adoptOrphans();
        $this->enter([], drop: false);
        Sys::write($this->socket, $this->load() === null ? '+' : '-');
        while (true) {
            [$request, $blobs] = Wire::receive($this->socket);
            $path = $this->scope->root . $request['path'];
            if (!$this->hasLayer($path, $request['load_ms'])) {
                Sys::write($this->socket, '-');
                continue;
            }
            Wire::pass($this->layer['socket'], $request, $blobs);
            $ended = Sys::read($this->layer['socket'], 1) === '';
            if ($ended) {
                $this->endLayer();
            }
            Sys::write($this->socket, '.');
        }
    }

    private function hasLayer(string $path, int $milliseconds): bool
    {
        if (($this->layer['path'] ?? null) === $path) {
            return true;
        }
        $this->endLayer();
        if (in_array($path, get_included_files(), true)) {
            return false;
        }
        [$ours, $theirs] = Sys::socketPair();
        $ours = Sys::outOfTheWay($ours);
        $pid = Forking::guarded(function () use ($path, $ours, $theirs): void {
            Sys::close($ours);
            $this->serveLayer($path, Sys::outOfTheWay($theirs));
        });
        Sys::close($theirs);
        $this->layer = ['pid' => $pid, 'socket' => $ours, 'path' => $path];
        if (Sys::poll([$ours], $milliseconds / 1000) === [] || Sys::read($ours, 1) !== '+') {
            $this->endLayer();
        }
        return $this->layer !== null;
    }

    /** F: loads classes and forks an M for each replacement of the file. */
    private function serveLayer(string $path, int $socket): void
    {
        View::adoptOrphans();
        $this->layer = null;
        $this->conversations[] = $socket;
        $this->preload->loadInside($path);
        $this->lookAhead();
        $usable = !in_array($path, get_included_files(), true);
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
            View::sweep();
            $this->layer = null;
        }
    }
}
