<?php
// Entry probes: a call at the start of each public method and function, on the line of its brace.
//
// Token by token: names and visibility are read off the header, so that nothing has to be loaded for it.

namespace MutscoreShim;

final class Probes
{
    public static ?CallsObserver $observer = null;

    private const CLASSES = [T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM];
    private const BLANK = [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT];
    private const LINE = '\MutscoreShim\Probes::entered(%s);';

    private string $namespace = '';
    /** What each open brace belongs to: a class's name, null for anything else. @var list<?string> */
    private array $open = [];
    private string $text = '';
    private int $placed = 0;

    private function __construct(private array $tokens, private string $path)
    {
    }

    /** Called by the probes. */
    public static function entered(string $name): void
    {
        self::$observer?->entered($name, debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS));
    }

    /** The source with its probes, or null where it has no place for one. */
    public static function place(string $source, string $path): ?string
    {
        $probes = new self(\PhpToken::tokenize($source), $path);
        $probes->walk();
        return $probes->placed > 0 ? $probes->text : null;
    }

    private function walk(): void
    {
        $pending = null;
        foreach ($this->tokens as $at => $token) {
            $this->text .= $token->text;
            if ($token->is(T_NAMESPACE)) {
                $this->namespace = $this->nameAfter($at, [T_STRING, T_NAME_QUALIFIED]) ?? '';
            } elseif ($token->is(self::CLASSES) && !$this->before($at)?->is(T_DOUBLE_COLON)) {
                $pending = ['class', $this->nameAfter($at, [T_STRING]) ?? 'class@anonymous'];
            } elseif ($token->is(T_FUNCTION)) {
                $pending = ['function', $this->nameOfFunction($at)];
            } elseif ($token->is(';') && ($pending[0] ?? '') === 'function') {
                $pending = null; // without a body
            } elseif ($token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
                $this->opened($token->is('{') ? $pending : null);
                $pending = $token->is('{') ? null : $pending;
            } elseif ($token->is('}')) {
                array_pop($this->open);
            }
        }
    }

    private function opened(?array $pending): void
    {
        [$what, $name] = $pending ?? ['', null];
        $this->open[] = $what === 'class' ? $this->qualified($name) : null;
        if ($what === 'function' && $name !== null) {
            $this->text .= sprintf(self::LINE, var_export("$this->path::$name", true));
            $this->placed++;
        }
    }

    /** Its qualified name, if it is public and a direct member of a named class, or a function of the file. */
    private function nameOfFunction(int $at): ?string
    {
        $name = $this->nameAfter($at, [T_STRING], ['&'], true);
        if ($name === null) {
            return null; // a closure
        }
        $class = $this->open === [] ? null : end($this->open);
        if ($class === null) {
            // In a namespace with braces, or at the top; a function within a function is nobody's interface.
            return array_filter($this->open) === [] && count($this->open) <= 1 ? $this->qualified($name) : null;
        }
        return str_contains($class, '@') || $this->isHidden($at) ? null : "$class::$name";
    }

    private function isHidden(int $at): bool
    {
        for ($before = $at - 1; $before >= 0; $before--) {
            $token = $this->tokens[$before];
            if ($token->is([T_PRIVATE, T_PROTECTED])) {
                return true;
            }
            if (!$token->is([T_PUBLIC, T_STATIC, T_FINAL, T_ABSTRACT, ...self::BLANK])) {
                return false;
            }
        }
        return false;
    }

    private function qualified(string $name): string
    {
        return $this->namespace === '' ? $name : "$this->namespace\\$name";
    }

    /** The name that follows, if it comes next. Methods may be named by keywords. */
    private function nameAfter(int $at, array $kinds, array $passed = [], bool $keywords = false): ?string
    {
        for ($next = $at + 1; $next < count($this->tokens); $next++) {
            $token = $this->tokens[$next];
            if ($token->is($kinds) || $keywords && preg_match('/^[A-Za-z_]\w*$/', $token->text)) {
                return $token->text;
            }
            if (!$token->is(self::BLANK) && !in_array($token->text, $passed, true)) {
                return null;
            }
        }
        return null;
    }

    private function before(int $at): ?\PhpToken
    {
        for ($before = $at - 1; $before >= 0; $before--) {
            if (!$this->tokens[$before]->is(self::BLANK)) {
                return $this->tokens[$before];
            }
        }
        return null;
    }
}
