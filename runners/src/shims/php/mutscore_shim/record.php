<?php
// What a run says of itself while it goes on: a marker when a step begins, and the end.
//
// Project code shares this process. It may write to descriptors that it does not own, close them all, or fork and
// return. So the record has a high descriptor, each line carries a token that no accident can spell, and only the
// process that owns the record writes to it.

namespace MutscoreShim;

final class Record
{
    /** The end of a process that cannot tell its outcome any more: nobody else's way to end. */
    private const LOST_SIGNAL = 64;

    public int $steps = 0;
    public ?array $step = null;
    private int $descriptor;
    private int $owner;
    private string|false $identity;

    public function __construct(int $descriptor, private string $token)
    {
        $this->descriptor = Sys::outOfTheWay($descriptor);
        $this->owner = Sys::pid();
        $this->identity = $this->identity();
    }

    public function isOwned(): bool
    {
        return Sys::pid() === $this->owner;
    }

    public function stepBegins(array $step): void
    {
        $this->steps++;
        $this->step = $step;
        $this->line(['step' => $step]);
    }

    /** From here on it is the project's code that runs: what ends the process before is trouble of ours. */
    public function begins(): void
    {
        $this->line(['begins' => true]);
    }

    /** The project is loaded, for so much CPU time: from here on the run's own clocks count. */
    public function loaded(int $cpuMicroseconds): void
    {
        $this->line(['loaded' => $cpuMicroseconds]);
    }

    public function done(array $ending): void
    {
        $this->line(['done' => $ending]);
    }

    /** Something went wrong in the shim itself: no verdict. */
    public function trouble(\Throwable $error): void
    {
        $this->line(['trouble' => get_class($error) . ": {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})"]);
    }

    public function close(): void
    {
        Sys::close($this->descriptor);
    }

    /**
     * The values of a record's lines; what others wrote in between is passed over.
     *
     * @return list<array<string, mixed>>
     */
    public static function values(string $text, string $token): array
    {
        $values = [];
        foreach (explode("\n", $text) as $line) {
            if (str_starts_with($line, "$token ")) {
                $value = json_decode(substr($line, strlen($token) + 1), true);
                // A line may be cut off by the end of the process.
                if (is_array($value)) {
                    $values[] = $value;
                }
            }
        }
        return $values;
    }

    private function identity(): string|false
    {
        return @readlink("/proc/self/fd/{$this->descriptor}");
    }

    /** Newlines on both sides, so that what others write stays apart. */
    private function line(array $value): void
    {
        if (!$this->isOwned()) {
            return; // a fork that did not end where it should have
        }
        if ($this->identity() !== $this->identity || !Sys::write($this->descriptor, "\n$this->token " . Wire::encode($value) . "\n")) {
            $this->lost();
        }
    }

    /** Project code closed the record. Ends at once: silence would look like a crash of the project. */
    private function lost(): never
    {
        Sys::kill(Sys::pid(), self::LOST_SIGNAL);
        sleep(60);
        Sys::leave(70);
    }
}
