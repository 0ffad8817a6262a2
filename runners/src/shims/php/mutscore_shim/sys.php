<?php
// System calls that PHP has no function for, by way of its FFI extension.
//
// Project code shares this process. Descriptors are used here by number and never as PHP's streams: a test that closes
// its streams closes none of ours.

namespace MutscoreShim;

final class Sys
{
    private const LIBC = <<<'C'
        typedef int pid_t;
        struct pollfd { int fd; short events; short revents; };
        struct limit { uint64_t soft; uint64_t hard; };
        struct usage { long user_s, user_us, system_s, system_us, peak, rest[13]; };
        ssize_t read(int fd, void *buffer, size_t size);
        ssize_t write(int fd, const char *buffer, size_t size);
        int close(int fd);
        int fcntl(int fd, int command, ...);
        int pipe2(int *ends, int flags);
        int socketpair(int domain, int type, int protocol, int *ends);
        int poll(struct pollfd *watched, unsigned long count, int milliseconds);
        int unshare(int flags);
        int mount(const char *source, const char *target, const char *type, unsigned long flags, const char *data);
        int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d);
        int capset(const void *header, const void *data);
        int getrlimit(int resource, struct limit *limit);
        int setrlimit(int resource, const struct limit *limit);
        int getrusage(int who, struct usage *usage);
        pid_t fork(void);
        pid_t wait4(pid_t pid, int *status, int options, struct usage *usage);
        pid_t getpid(void);
        pid_t setsid(void);
        int kill(pid_t pid, int signal);
        int socket(int domain, int type, int protocol);
        int ioctl(int fd, unsigned long request, ...);
        long syscall(long number, ...);
        int *__errno_location(void);
        void _exit(int code);
        C;

    public const EINTR = 4;
    public const ECHILD = 10;
    private const CLOSE_ON_EXEC = 02000000;
    private const DUPLICATE_CLOSED_ON_EXEC = 1030;
    private const PIDFD_OPEN = 434;
    private const READABLE = 1;
    private const ENDED = 8 | 16 | 32;
    private const CPU = 0;
    private const FILES = 7;
    private const UNLIMITED = -1;
    /** How many descriptors are kept free above a moved one: enough for the few that are moved. */
    private const FROM_THE_TOP = 16;

    private static \FFI $libc;

    public static function prepare(): void
    {
        self::$libc = \FFI::cdef(self::LIBC);
    }

    public static function libc(): \FFI
    {
        return self::$libc;
    }

    public static function errno(): int
    {
        return self::$libc->__errno_location()[0];
    }

    /** Fails with the name of the call where it returned -1. */
    public static function checked(string $call, int $result): int
    {
        if ($result === -1) {
            throw new \RuntimeException("$call: " . 'error ' . self::errno());
        }
        return $result;
    }

    /** Reads so many bytes at most; empty at the end. */
    public static function read(int $descriptor, int $most): string
    {
        $buffer = self::$libc->new("char[$most]");
        do {
            $got = self::$libc->read($descriptor, $buffer, $most);
        } while ($got < 0 && self::errno() === self::EINTR);
        return $got > 0 ? \FFI::string($buffer, $got) : '';
    }

    /** Writes all, or says that it cannot. */
    public static function write(int $descriptor, string $data): bool
    {
        while ($data !== '') {
            $written = self::$libc->write($descriptor, $data, strlen($data));
            if ($written < 0) {
                if (self::errno() === self::EINTR) {
                    continue;
                }
                return false;
            }
            $data = substr($data, $written);
        }
        return true;
    }

    public static function close(int $descriptor): void
    {
        self::$libc->close($descriptor);
    }

    /** Moves a descriptor to where no loop over the first few, and no newly opened file, meets it. */
    public static function outOfTheWay(int $descriptor): int
    {
        $limit = self::$libc->new('struct limit');
        self::$libc->getrlimit(self::FILES, \FFI::addr($limit));
        $lowest = $limit->soft === self::UNLIMITED || $limit->soft > 1 << 20 ? 1008 : $limit->soft - self::FROM_THE_TOP;
        $moved = self::checked('fcntl', self::$libc->fcntl($descriptor, self::DUPLICATE_CLOSED_ON_EXEC, max($lowest, $descriptor)));
        self::close($descriptor);
        return $moved;
    }

    /** @return array{int, int} the end to read from and the end to write to */
    public static function pipe(): array
    {
        $ends = self::$libc->new('int[2]');
        self::checked('pipe', self::$libc->pipe2($ends, self::CLOSE_ON_EXEC));
        return [$ends[0], $ends[1]];
    }

    /** @return array{int, int} */
    public static function socketPair(): array
    {
        $ends = self::$libc->new('int[2]');
        self::checked('socketpair', self::$libc->socketpair(1, 1 | self::CLOSE_ON_EXEC, 0, $ends));
        return [$ends[0], $ends[1]];
    }

    /**
     * Waits until one of the descriptors has something to say.
     *
     * @param list<int> $descriptors
     * @return list<int> those that are readable or at their end
     */
    public static function poll(array $descriptors, float $seconds): array
    {
        $count = count($descriptors);
        $watched = self::$libc->new('struct pollfd[' . max(1, $count) . ']');
        foreach ($descriptors as $at => $descriptor) {
            $watched[$at]->fd = $descriptor;
            $watched[$at]->events = self::READABLE;
        }
        $ready = self::$libc->poll($watched, $count, $seconds < 0 ? -1 : (int) ceil($seconds * 1000));
        $found = [];
        for ($at = 0; $ready > 0 && $at < $count; $at++) {
            if ($watched[$at]->revents & (self::READABLE | self::ENDED)) {
                $found[] = $watched[$at]->fd;
            }
        }
        return $found;
    }

    public static function fork(): int
    {
        return self::checked('fork', self::$libc->fork());
    }

    public static function pid(): int
    {
        return self::$libc->getpid();
    }

    /**
     * Waits for a child.
     *
     * @return array{int, int, int, int} its id (0 if it is still running, -1 if there is none), status, CPU time in µs
     *     and peak memory in KiB
     */
    public static function wait(int $pid, bool $block): array
    {
        $status = self::$libc->new('int');
        $usage = self::$libc->new('struct usage');
        do {
            $got = self::$libc->wait4($pid, \FFI::addr($status), $block ? 0 : 1, \FFI::addr($usage));
        } while ($got < 0 && self::errno() === self::EINTR);
        return [$got, $status->cdata, self::microseconds($usage), $usage->peak];
    }

    /** @return array{int, int} CPU time in µs of this process, and of the children it has waited for */
    public static function cpuUsed(): array
    {
        $found = [];
        foreach ([0, -1] as $who) {
            $usage = self::$libc->new('struct usage');
            self::$libc->getrusage($who, \FFI::addr($usage));
            $found[] = self::microseconds($usage);
        }
        return $found;
    }

    private static function microseconds(\FFI\CData $usage): int
    {
        return ($usage->user_s + $usage->system_s) * 1_000_000 + $usage->user_us + $usage->system_us;
    }

    /** Ends this process by SIGXCPU once it has used `seconds` of CPU time beyond `used`; whole seconds, upward. */
    public static function limitCpu(float $seconds, float $used): void
    {
        $limit = self::$libc->new('struct limit');
        self::$libc->getrlimit(self::CPU, \FFI::addr($limit));
        $soft = max(1, (int) ceil($seconds + $used));
        if ($limit->hard < 0 || $limit->hard > $soft + 1) {
            $limit->hard = $soft + 1;
        }
        $limit->soft = min($soft, $limit->hard);
        self::checked('setrlimit', self::$libc->setrlimit(self::CPU, \FFI::addr($limit)));
    }

    /** A descriptor that becomes readable when the process ends, or null where the kernel has none. */
    public static function pidfd(int $pid): ?int
    {
        $descriptor = self::$libc->syscall(self::PIDFD_OPEN, $pid, 0);
        return $descriptor < 0 ? null : $descriptor;
    }

    public static function kill(int $pid, int $signal): void
    {
        self::$libc->kill($pid, $signal);
    }

    public static function setsid(): void
    {
        self::$libc->setsid();
    }

    /** Ends this process without exit handlers, destructors or buffered output: none has a say in an outcome. */
    public static function leave(int $code): never
    {
        self::$libc->_exit($code);
        exit($code);
    }
}
