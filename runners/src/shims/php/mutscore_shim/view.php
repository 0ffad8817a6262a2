<?php
// A view of its own for a forked child, and the end of everything it started.
//
// Problem: children forked from one warm process share its view of the file system. What one writes, the next one
// reads, and a verdict then depends on the order of the pairs. Remedy: each child gets a mount namespace of its own
// with fresh upper layers, made by system calls alone (no copying, no new process), and gives up the right to mount
// before it runs anything of the project. The kernel throws the view away with the child.

namespace MutscoreShim;

final class View
{
    public const KILL = 9;
    private const NEW_MOUNTS = 0x00020000;
    private const NEW_NETWORK = 0x40000000;
    private const NO_SUID_NO_DEVICES = 0x2 | 0x4;
    /** With what is mounted below. */
    private const BIND_ALL = 0x1000 | 0x4000;
    private const NO_NEW_PRIVILEGES = 38;
    private const SUBREAPER = 36;
    private const AMBIENT = 47;
    private const AMBIENT_CLEAR_ALL = 4;
    private const CAPABILITY_HEADER = [0x20080522, 0];
    /** What the engine leaves a warm parent: CHOWN, DAC_OVERRIDE, FOWNER, FSETID, NET_ADMIN and SYS_ADMIN. */
    private const CAPABILITIES = 0x20101B;
    private const INTERNET = 2;
    private const DATAGRAM = 2;
    private const SET_INTERFACE_FLAGS = 0x8914;
    private const UP_AND_RUNNING = 0x41;
    private const ROUND_MICROSECONDS = 2000;
    private const FOLDERS = ['upper' => 0755, 'work' => 0755, 'home' => 0755, 'tmp' => 01777, 'shm' => 01777];

    /** Whether this process may give views to its children: it holds what the engine leaves for that. */
    public static function available(): bool
    {
        preg_match('/^CapPrm:\s*([0-9a-f]+)/m', (string) file_get_contents('/proc/self/status'), $found);
        return (hexdec(substr($found[1] ?? '0', -8))) === self::CAPABILITIES;
    }

    /** Takes the capabilities in hand, or lays them aside: project code runs as it would without them. */
    public static function useCapabilities(bool $use): void
    {
        $effective = $use ? self::CAPABILITIES : 0;
        self::setCapabilities([$effective, self::CAPABILITIES, self::CAPABILITIES]);
    }

    /**
     * Gives the calling, just forked process a view nobody else sees.
     *
     * `files` maps paths relative to the workspace to whole contents, which lie in place of the originals, with their
     * modes. With `drop` the process cannot do this again and gives up all capabilities; without, its own children may
     * call again: they start from the layers, so `files` has to be given again.
     *
     * @param array<string, string> $files
     */
    public static function enter(array $config, array $files, string $cwd, bool $drop, bool $newNet = false): void
    {
        ['own' => $own, 'workspace' => $workspace] = $config;
        $modes = [];
        foreach ($files as $path => $_) {
            $modes[$path] = (@fileperms("$workspace/$path") ?: 0644) & 07777;
        }
        self::useCapabilities(true);
        $libc = Sys::libc();
        Sys::checked('unshare', $libc->unshare(self::NEW_MOUNTS | ($newNet ? self::NEW_NETWORK : 0)));
        $size = $config['size'];
        $inodes = max(16384, min(intdiv($size, 1024), 1 << 20));
        self::mount('pair', $own, 'tmpfs', self::NO_SUID_NO_DEVICES, "size=$size,nr_inodes=$inodes,mode=755");
        self::furnish($config, $files, $modes);
        $layers = implode(':', $config['layers']);
        $options = "lowerdir=$layers,upperdir=$own/upper,workdir=$own/work,userxattr";
        self::mount('workspace', $workspace, 'overlay', self::NO_SUID_NO_DEVICES, $options);
        self::bind("$own/tmp", $config['tmp']);
        self::bind("$own/home", $config['home']);
        self::bind("$own/shm", '/dev/shm');
        if ($newNet) {
            self::loopbackUp();
        }
        // The old working folder belongs to the view that has just been covered.
        chdir($cwd);
        clearstatcache(true);
        $drop ? self::dropCapabilities() : self::useCapabilities(false);
    }

    /** Makes this process the parent of every orphan among its descendants, so that `sweep` finds them. */
    public static function adoptOrphans(): void
    {
        Sys::libc()->prctl(self::SUBREAPER, 1, 0, 0, 0);
    }

    /**
     * Kills and reaps every child and orphan but those to keep; how many there were.
     *
     * @param list<int> $keep
     */
    public static function sweep(array $keep = []): int
    {
        $ended = [];
        while (true) {
            foreach (self::reap($keep) as $pid) {
                $ended[$pid] = true;
            }
            $left = self::descendants($keep);
            if ($left === []) {
                return count($ended);
            }
            foreach ($left as $pid) {
                Sys::kill($pid, self::KILL);
            }
            usleep(self::ROUND_MICROSECONDS);
        }
    }

    /**
     * The children of a process, from its own list where the kernel keeps one.
     *
     * @return list<int>
     */
    public static function children(int $pid): array
    {
        $found = [];
        foreach (@scandir("/proc/$pid/task") ?: [] as $task) {
            if ($task[0] !== '.') {
                $list = @file_get_contents("/proc/$pid/task/$task/children");
                if ($list === false) {
                    return file_exists('/proc/self/task/' . Sys::pid() . '/children') ? $found : self::childrenByParent($pid);
                }
                array_push($found, ...array_map('intval', preg_split('/\s+/', $list, -1, PREG_SPLIT_NO_EMPTY)));
            }
        }
        return $found;
    }

    /** @return list<int> */
    private static function childrenByParent(int $parent): array
    {
        $found = [];
        foreach (scandir('/proc') as $name) {
            $stat = ctype_digit($name) ? @file_get_contents("/proc/$name/stat") : false;
            if ($stat !== false && (int) explode(' ', substr($stat, strrpos($stat, ')') + 2))[1] === $parent) {
                $found[] = (int) $name;
            }
        }
        return $found;
    }

    /** @return list<int> the children that have ended */
    private static function reap(array $keep): array
    {
        $ended = [];
        foreach (array_diff(self::children(Sys::pid()), $keep) as $pid) {
            if (Sys::wait($pid, false)[0] > 0) {
                $ended[] = $pid;
            }
        }
        return $ended;
    }

    /** @return list<int> */
    private static function descendants(array $keep): array
    {
        $level = array_diff(self::children(Sys::pid()), $keep);
        $found = [];
        while ($level !== []) {
            array_push($found, ...$level);
            $level = array_merge(...array_map(self::children(...), array_values($level)));
        }
        return $found;
    }

    /** @param array<string, string> $files */
    private static function furnish(array $config, array $files, array $modes): void
    {
        $own = $config['own'];
        $umask = umask(0);
        // PHP remembers the last path that was there: of the parent's view, not of this one.
        clearstatcache();
        foreach (self::FOLDERS as $name => $mode) {
            mkdir("$own/$name", $mode);
        }
        foreach ($files as $path => $content) {
            self::makeFolders("$own/upper", $path);
            self::put("$own/upper/$path", $content, $modes[$path]);
        }
        foreach ($config['keep'] ?? [] as $kept) {
            self::keep($kept, $config['tmp'], "$own/tmp");
        }
        umask($umask);
    }

    private static function makeFolders(string $top, string $path): void
    {
        $folder = dirname("$top/$path");
        if (!is_dir($folder)) {
            mkdir($folder, 0755, true);
        }
    }

    private static function put(string $path, string $content, int $mode): void
    {
        if (file_put_contents($path, $content) !== strlen($content)) {
            throw new \RuntimeException("cannot write $path");
        }
        chmod($path, $mode);
    }

    /** Carries a read-only path below the temporary folder (a tool chain may live there) over to the fresh one. */
    private static function keep(string $path, string $tmp, string $freshTmp): void
    {
        $target = $freshTmp . substr($path, strlen($tmp));
        self::makeFolders($freshTmp, substr($target, strlen($freshTmp) + 1));
        if (is_dir($path)) {
            is_dir($target) || mkdir($target);
        } else {
            self::put($target, '', 0644);
        }
        self::bind($path, $target);
    }

    private static function mount(?string $source, string $target, ?string $type, int $flags, ?string $data): void
    {
        Sys::checked("mount $target", Sys::libc()->mount($source, $target, $type, $flags, $data));
    }

    private static function bind(string $source, string $target): void
    {
        self::mount($source, $target, null, self::BIND_ALL, null);
    }

    private static function loopbackUp(): void
    {
        $libc = Sys::libc();
        $descriptor = Sys::checked('socket', $libc->socket(self::INTERNET, self::DATAGRAM, 0));
        $request = pack('a16sx22', 'lo', self::UP_AND_RUNNING);
        $buffer = $libc->new('char[' . strlen($request) . ']');
        \FFI::memcpy($buffer, $request, strlen($request));
        Sys::checked('ioctl', $libc->ioctl($descriptor, self::SET_INTERFACE_FLAGS, \FFI::addr($buffer[0])));
        Sys::close($descriptor);
    }

    /** Gives up all capabilities and the means to get new ones, for this process and all it starts. */
    private static function dropCapabilities(): void
    {
        $libc = Sys::libc();
        Sys::checked('prctl', $libc->prctl(self::NO_NEW_PRIVILEGES, 1, 0, 0, 0));
        Sys::checked('prctl', $libc->prctl(self::AMBIENT, self::AMBIENT_CLEAR_ALL, 0, 0, 0));
        self::setCapabilities([0, 0, 0]);
    }

    /** @param array{int, int, int} $sets */
    private static function setCapabilities(array $sets): void
    {
        $libc = Sys::libc();
        $header = $libc->new('uint32_t[2]');
        $data = $libc->new('uint32_t[6]');
        foreach (self::CAPABILITY_HEADER as $at => $word) {
            $header[$at] = $word;
        }
        foreach ($sets as $at => $word) {
            $data[$at] = $word;
        }
        Sys::checked('capset', $libc->capset($header, $data));
    }
}
