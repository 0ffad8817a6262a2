<?php
// Whether a fork of a loaded process is what a new process is after loading the project.
//
// It is not if loading left something that children share, lose or find stale: children, open descriptors, shared
// memory, files that were written, or a moment that was asked for. What is compared is taken once, before any project
// code ran.

namespace MutscoreShim;

final class Forkable
{
    private const HARMLESS = ['/dev/null', '/dev/urandom', '/dev/random'];
    /** What tells the time or the process: what is kept of it is stale in a fork. */
    private const MOMENTS = [
        'time', 'microtime', 'hrtime', 'date', 'gmdate', 'mktime', 'getdate', 'localtime', 'uniqid', 'getmypid',
        'posix_getpid', 'posix_getppid', 'getrusage', 'date_create', 'date_create_immutable', 'request_time',
        'request_time_float', 'datetime', 'datetimeimmutable', 'lcg_value',
    ];

    /** @var array<int, string> */
    private array $descriptors;
    /** @var list<string> */
    private array $shared;

    public function __construct()
    {
        $this->descriptors = self::descriptors();
        $this->shared = self::sharedMemory();
    }

    /** What loading left behind, in words, or null. `placed` are the files put into the view before. */
    public function whatAForkWouldChange(?array $view, array $placed): ?string
    {
        if (count(scandir('/proc/self/task')) > 3) {
            return 'loading the project starts a thread';
        }
        if (View::children(Sys::pid()) !== []) {
            return 'loading the project starts a process';
        }
        foreach (self::descriptors() as $number => $target) {
            if (($this->descriptors[$number] ?? null) !== $target && !in_array($target, self::HARMLESS, true)) {
                return "loading the project leaves a descriptor open ($target)";
            }
        }
        if (array_diff(self::sharedMemory(), $this->shared) !== []) {
            return 'loading the project maps memory that children share';
        }
        $written = $view === null ? null : self::written($view, array_keys($placed));
        return $written === null ? null : "loading the project writes a file ($written)";
    }

    /** The project's own file among these that asks for the time or the process, or null. */
    public static function asksForTheMoment(Scope $scope, array $files): ?string
    {
        foreach ($files as $file) {
            if (!$scope->isOwn($file)) {
                continue;
            }
            foreach (token_get_all((string) @file_get_contents($file)) as $token) {
                $name = is_array($token) ? strtolower(trim($token[1], "\\'\"")) : '';
                if (in_array($name, self::MOMENTS, true) && $token[0] !== T_VARIABLE) {
                    return "loading the project runs {$scope->relative($file)}, which asks for the time or the process ($name)";
                }
            }
        }
        return null;
    }

    /** @return array<int, string> */
    private static function descriptors(): array
    {
        $found = [];
        foreach (scandir('/proc/self/fd') as $name) {
            $target = $name[0] === '.' ? false : @readlink("/proc/self/fd/$name");
            if ($target !== false && !str_ends_with($target, '/fd')) {
                $found[(int) $name] = $target;
            }
        }
        return $found;
    }

    /** Writable mappings that a child would share with its parent, by their place. */
    private static function sharedMemory(): array
    {
        preg_match_all('/^(\S+) rw-s/m', (string) file_get_contents('/proc/self/maps'), $found);
        return $found[1];
    }

    /** What was written, removed or changed in a view since it was entered. */
    private static function written(array $view, array $placed): ?string
    {
        $own = $view['own'];
        $expected = [];
        foreach ($placed as $path) {
            for ($folder = $path; $folder !== '.' && $folder !== ''; $folder = dirname($folder)) {
                $expected["$own/upper/$folder"] = true;
            }
        }
        foreach ($view['keep'] ?? [] as $kept) {
            $path = "$own/tmp" . substr($kept, strlen($view['tmp']));
            $expected[$path] = false;
            for ($folder = dirname($path); $folder !== "$own/tmp"; $folder = dirname($folder)) {
                $expected[$folder] = true;
            }
        }
        foreach (['upper', 'home', 'tmp', 'shm'] as $top) {
            $found = self::unexpected("$own/$top", $expected);
            if ($found !== null) {
                return substr($found, strlen("$own/$top/"));
            }
        }
        return null;
    }

    /** @param array<string, bool> $expected paths, and whether what lies below is looked at */
    private static function unexpected(string $folder, array $expected): ?string
    {
        foreach (scandir($folder) as $name) {
            $path = "$folder/$name";
            if ($name === '.' || $name === '..' || ($expected[$path] ?? null) === false) {
                continue;
            }
            $below = is_dir($path) && !is_link($path) ? self::unexpected($path, $expected) : null;
            if ($below !== null || !isset($expected[$path])) {
                return $below ?? $path;
            }
        }
        return null;
    }
}
