<?php
// Which classes may be loaded ahead, so that no run has to load them.
//
// A scout, forked and thrown away, loads the project, rehearses the framework, and autoloads the classes of production
// files; it tells what it loaded. Loading a class ahead is the same as loading it late if its file does nothing but
// declare, and nobody looks at which classes are loaded: where the project's own code asks that, or takes a class loader
// away, none is loaded ahead, the framework's included.
// The mutated file and the classes that are built upon it are never loaded ahead: each run loads them.

namespace MutscoreShim;

final class Preload
{
    /** By which code could tell what is loaded. */
    private const TELLING = ['get_declared_classes', 'get_declared_interfaces', 'get_declared_traits', 'get_included_files', 'get_required_files', 'spl_autoload_unregister'];
    private const EXISTS = '/(?:class|interface|trait|enum)_exists\s*\([^;]*,\s*false\s*\)/i';

    /** @var list<string> classes of the framework and of other code outside of the project */
    private array $outside = [];
    /** @var list<array{string, string, list<string>}> class, its file, and the files it is built upon */
    private array $inside = [];

    /** @param list<string> $sources the project's own files */
    public static function scout(Scope $scope, Framework $project, array $sources): self
    {
        $before = self::temporary();
        [$reader, $writer] = Sys::pipe();
        $pid = Forking::guarded(function () use ($scope, $project, $sources, $writer): void {
            $writer = Sys::outOfTheWay($writer);
            ob_start();
            $project->load();
            $project->rehearse();
            $found = self::isTold($scope, $sources)
                ? ['outside' => [], 'inside' => []]
                : ['outside' => self::outsideOf($scope), 'inside' => self::production($scope)];
            Sys::write($writer, Wire::encode($found));
        });
        Sys::close($writer);
        $text = '';
        while (Sys::poll([$reader], 60.0) !== [] && ($part = Sys::read($reader, 1 << 16)) !== '') {
            $text .= $part;
        }
        Sys::close($reader);
        Forking::endChild($pid);
        // Where runs have no views of their own, what it left behind would be taken for the project's doing.
        array_map(self::remove(...), array_diff(self::temporary(), $before));
        // A scout that came to nothing says nothing: what fails will fail where the project is really loaded.
        $answer = json_decode($text, true) ?? [];
        $preload = new self();
        $preload->outside = $answer['outside'] ?? [];
        $preload->inside = $answer['inside'] ?? [];
        return $preload;
    }

    /** @return list<string> what lies in the temporary folder */
    private static function temporary(): array
    {
        return glob(sys_get_temp_dir() . '/{,.}[!.]*', GLOB_BRACE) ?: [];
    }

    private static function remove(string $path): void
    {
        if (is_dir($path) && !is_link($path)) {
            array_map(self::remove(...), glob("$path/{,.}[!.]*", GLOB_BRACE) ?: []);
            @rmdir($path);
        } else {
            @unlink($path);
        }
    }

    /** Loads the framework's classes; needs no code of the project. */
    public function loadOutside(): void
    {
        array_map(self::load(...), $this->outside);
    }

    /** Loads the project's classes, but for one file and what is built upon it. */
    public function loadInside(?string $but): void
    {
        foreach ($this->inside as [$class, $file, $upon]) {
            if ($but === null || $file !== $but && !in_array($but, $upon, true)) {
                self::load($class);
            }
        }
    }

    private static function load(string $class): void
    {
        try {
            class_exists($class) || interface_exists($class) || trait_exists($class);
        } catch (\Throwable) {
            // it fails, or not, where the project loads it
        }
    }

    private static function isTold(Scope $scope, array $sources): bool
    {
        foreach ($sources as $path) {
            $source = (string) @file_get_contents($scope->root . $path);
            foreach (self::TELLING as $name) {
                if (stripos($source, $name) !== false) {
                    return true;
                }
            }
            if (preg_match(self::EXISTS, $source) === 1) {
                return true;
            }
        }
        return false;
    }

    /** Classes of the production files that autoload, and those of the project that came with them. */
    private static function production(Scope $scope): array
    {
        foreach (array_keys($scope->production) as $path) {
            foreach (self::declared((string) @file_get_contents($scope->root . $path)) ?? [] as $class) {
                self::load($class);
            }
        }
        $found = [];
        foreach (self::loaded() as $class => $file) {
            if ($scope->relative($file) !== null && self::declared((string) file_get_contents($file)) !== null) {
                $found[] = [$class, $file, self::builtUpon($class)];
            }
        }
        return $found;
    }

    /** @return list<string> */
    private static function outsideOf(Scope $scope): array
    {
        $own = __DIR__ . '/';
        return array_keys(array_filter(
            self::loaded(),
            fn (string $file): bool => $scope->relative($file) === null && !str_starts_with($file, $own),
        ));
    }

    /** @return array<string, string> classes and their files, in the order in which they were declared */
    private static function loaded(): array
    {
        $found = [];
        foreach ([...get_declared_interfaces(), ...get_declared_traits(), ...get_declared_classes()] as $class) {
            $file = (new \ReflectionClass($class))->getFileName();
            if ($file !== false && !str_contains($class, '@anonymous')) {
                $found[$class] = $file;
            }
        }
        return $found;
    }

    /** @return list<string> */
    private static function builtUpon(string $class): array
    {
        $files = [];
        $left = [$class];
        $seen = [];
        while ($left !== []) {
            $one = array_pop($left);
            if (isset($seen[$one])) {
                continue;
            }
            $seen[$one] = true;
            array_push($left, ...array_values(class_parents($one)), ...array_values(class_implements($one)), ...array_values(class_uses($one)));
            $file = (new \ReflectionClass($one))->getFileName();
            if ($file !== false && $one !== $class) {
                $files[$file] = true;
            }
        }
        return array_keys($files);
    }

    /** Whether test code does nothing when it is loaded but declare, and load other files. */
    public static function onlyDeclares(string $source): bool
    {
        return self::declared($source, true) !== null;
    }

    /**
     * The classes that a source declares, if it does nothing else. With `more` it may also declare functions and ask for
     * other files once.
     *
     * @return list<string>|null
     */
    private static function declared(string $source, bool $more = false): ?array
    {
        $namespace = '';
        $classes = [];
        $tokens = array_values(array_filter(\PhpToken::tokenize($source), fn (\PhpToken $token): bool => !$token->isIgnorable()));
        for ($at = 0; $at < count($tokens); $at++) {
            $token = $tokens[$at];
            if ($token->is(T_NAMESPACE)) {
                $namespace = ($tokens[++$at] ?? $token)->text . '\\';
                if (!($tokens[++$at] ?? $token)->is(';')) {
                    return null;
                }
            } elseif ($token->is(T_USE) || $token->is(T_DECLARE)) {
                while ($at < count($tokens) && !$tokens[$at]->is(';')) {
                    $at++;
                }
            } elseif ($more && $token->is([T_REQUIRE_ONCE, T_INCLUDE_ONCE])) {
                while ($at < count($tokens) && !$tokens[$at]->is(';')) {
                    $at++;
                }
            } elseif ($more && $token->is(T_FUNCTION)) {
                while ($at < count($tokens) && !$tokens[$at]->is('{')) {
                    $at++;
                }
                $at = self::behind($tokens, $at, ['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES], ['}']);
            } elseif ($token->is(T_ATTRIBUTE)) {
                $at = self::behind($tokens, $at, ['[', T_ATTRIBUTE], [']']);
            } elseif ($token->is([T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM])) {
                $classes[] = $namespace . ($tokens[$at + 1] ?? $token)->text;
                while ($at < count($tokens) && !$tokens[$at]->is('{')) {
                    $at++;
                }
                $at = self::behind($tokens, $at, ['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES], ['}']);
            } elseif (!$token->is([T_OPEN_TAG, T_ABSTRACT, T_FINAL]) && !in_array($token->text, [';', 'readonly'], true)) {
                return null;
            }
        }
        return $classes === [] && !$more ? null : $classes;
    }

    /** The place of the token that closes what opens here. */
    private static function behind(array $tokens, int $at, array $opening, array $closing): int
    {
        $depth = 0;
        for (; $at < count($tokens); $at++) {
            if ($tokens[$at]->is($opening)) {
                $depth++;
            } elseif ($tokens[$at]->is($closing) && --$depth === 0) {
                break;
            }
        }
        return $at;
    }
}
