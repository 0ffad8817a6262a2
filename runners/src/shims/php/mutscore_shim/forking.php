<?php
// Runs a piece of work in a forked child and watches it: time, memory, what it leaves behind.
//
// The child writes its record to a pipe (see `record.php`). What comes back is raw facts; what they mean is said in
// one place, on the engine's side, for cold and warm runs alike.

namespace MutscoreShim;

final class Forking
{
    /** How long a child may take to end once its record is complete. */
    public const GRACE = 3.0;

    /** Forks; the child does the work and never returns into its parent's code. */
    public static function guarded(\Closure $work): int
    {
        $pid = Sys::fork();
        if ($pid !== 0) {
            return $pid;
        }
        $code = 70;
        try {
            $work();
            $code = 0;
        } catch (Closed) {
            $code = 0;
        } catch (\Throwable $error) {
            fwrite(STDERR, "$error\n");
        }
        Sys::leave($code);
    }

    /**
     * Forks, calls the work with a record in the child, and returns the raw facts of how it went.
     *
     * @param array{wall_ms: int, cpu_s: float} $limits
     */
    public static function run(array $limits, \Closure $work): array
    {
        [$reader, $writer] = Sys::pipe();
        $token = bin2hex(random_bytes(12));
        $started = self::now();
        $pid = self::guarded(function () use ($reader, $writer, $token, $limits, $work): void {
            Sys::close($reader);
            // A cold run leads its session and group: what it sends to its group must reach nobody else.
            Sys::setsid();
            $record = new Record($writer, $token);
            try {
                Sys::limitCpu($limits['cpu_s'], 0.0);
                $work($record);
            } catch (\Throwable $error) {
                $record->trouble($error);
            }
            $record->close();
        });
        Sys::close($writer);
        return (new Watch($pid, $reader, $token, $started, $limits['wall_ms'] / 1000))->facts();
    }

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    public static function endChild(int $pid): void
    {
        Sys::kill($pid, View::KILL);
        Sys::wait($pid, true);
    }

    /** @return array{exit: ?int, signal: ?int} of a raw wait status; one of them is null */
    public static function howItEnded(int $status): array
    {
        $signal = $status & 0x7f;
        return ['exit' => $signal === 0 ? ($status >> 8) & 0xff : null, 'signal' => $signal === 0 ? null : $signal];
    }
}

/** Waits for a child's end or its deadline, whichever comes first, reading what it writes. */
final class Watch
{
    private const PIPE_LIMIT = 32 << 20;

    private string $text = '';
    private ?int $child;
    private bool $open = true;
    private bool $timedOut = false;
    private ?array $ended = null;
    private ?float $finishedAt = null;
    private float $deadline;

    public function __construct(
        private int $pid,
        private int $reader,
        private string $token,
        private float $started,
        float $wall,
    ) {
        $this->deadline = $started + $wall;
        $this->child = Sys::pidfd($pid);
    }

    public function facts(): array
    {
        $this->follow();
        if ($this->ended === null) {
            Sys::kill($this->pid, View::KILL);
            $this->ended = Sys::wait($this->pid, true);
        }
        $over = $this->finishedAt ?? Forking::now();
        while ($this->open && Sys::poll([$this->reader], 0.0) !== [] && $this->part()) {
            // what it wrote last
        }
        Sys::close($this->reader);
        if ($this->child !== null) {
            Sys::close($this->child);
        }
        return $this->gather($over - $this->started, View::sweep());
    }

    private function follow(): void
    {
        while ($this->ended === null) {
            $left = $this->deadline - Forking::now();
            if ($left <= 0) {
                $this->timedOut = $this->finishedAt === null;
                return;
            }
            $this->wait($left);
            $ended = Sys::wait($this->pid, false);
            if ($ended[0] !== 0) {
                $this->ended = $ended;
            }
        }
    }

    private function wait(float $left): void
    {
        $watched = $this->open ? [$this->reader] : [];
        if ($this->child !== null) {
            $watched[] = $this->child;
        }
        $ready = Sys::poll($watched, min($left, $this->child === null ? 0.01 : 1.0));
        if (!in_array($this->reader, $ready, true) || $this->part()) {
            return;
        }
        $this->open = false;
        // The record is complete: what follows has a short grace.
        $this->finishedAt = Forking::now();
        if (str_contains($this->text, '"done"')) {
            $this->deadline = min($this->deadline, $this->finishedAt + Forking::GRACE);
        }
    }

    /** Reads what is there. False at the end of the pipe. */
    private function part(): bool
    {
        $part = Sys::read($this->reader, 65536);
        if (strlen($this->text) < self::PIPE_LIMIT) {
            $this->text .= $part;
        }
        return $part !== '';
    }

    private function gather(float $wall, int $leftBehind): array
    {
        $found = ['step' => null, 'done' => null, 'trouble' => null];
        foreach (Record::values($this->text, $this->token) as $value) {
            $found = array_intersect_key($value, $found) + $found;
        }
        [, $status, $cpu, $peak] = $this->ended;
        return $found + Forking::howItEnded($status) + [
            'ran' => true,
            'timed_out' => $this->timedOut && $found['done'] === null,
            'wall_us' => (int) ($wall * 1e6),
            'cpu_us' => $cpu,
            'peak_kib' => $peak,
            'left_behind' => $leftBehind,
        ];
    }
}
