<?php
// What a failure means: by the exception's class and by where it was raised.
//
// A plain exception raised by test code is a check written without an assertion library; the same class out of
// production code is a failure of execution.

namespace MutscoreShim;

/** Which files are production code and which are on the test side. */
final class Scope
{
    public readonly string $root;
    /** @var array<string, true> */
    public readonly array $production;

    /** @param list<string> $production */
    public function __construct(string $root, array $production)
    {
        $this->root = rtrim($root, '/') . '/';
        $this->production = array_fill_keys($production, true);
    }

    /** Project-relative path of a file name, or null outside the project. */
    public function relative(?string $name): ?string
    {
        if ($name === null || $name === '') {
            return null;
        }
        if (str_ends_with($name, 'code') || str_ends_with($name, 'function')) {
            // What `eval` makes is named after the place that it stands in.
            $name = preg_replace('/\(\d+\) : (eval\(\)\'d code|runtime-created function)$/', '', $name);
        }
        return str_starts_with($name, $this->root) ? substr($name, strlen($this->root)) : null;
    }

    public function isProduction(?string $name): bool
    {
        return isset($this->production[$this->relative($name) ?? '']);
    }

    /** Whether this is the project's own code, and not that of a library it brought along. */
    public function isOwn(?string $name): bool
    {
        $path = $this->relative($name);
        return $path !== null && (isset($this->production[$path]) || !str_starts_with($path, 'vendor/'));
    }

    public function isTest(?string $name): bool
    {
        return $this->isOwn($name) && !$this->isProduction($name);
    }
}

final class Classify
{
    private const MESSAGE_LIMIT = 2000;
    /** By which assertion libraries say that a check failed; what is below them included. */
    private const ASSERTIONS = [
        'PHPUnit\Framework\AssertionFailedError',
        'Webmozart\Assert\InvalidArgumentException',
        'Assert\AssertionFailedException',
        'Hamcrest\AssertionError',
        'Mockery\Exception',
        'Prophecy\Exception\Prediction\PredictionException',
        'Behat\Mink\Exception\ExpectationException',
        'AssertionError',
    ];
    /** What a check without a library throws. */
    private const PLAIN = ['Exception', 'RuntimeException', 'LogicException'];

    /** Class, message and innermost project frame of an exception. */
    public static function describe(\Throwable $error, Scope $scope): array
    {
        $origin = self::origin($error, $scope);
        return [
            'class' => self::nameOf($error),
            'message' => substr($error->getMessage(), 0, self::MESSAGE_LIMIT),
            'origin' => $origin === null ? null : [$scope->relative($origin[0]), $origin[1]],
        ];
    }

    /** Whether an exception says that a check failed. */
    public static function isAssertion(\Throwable $error, Scope $scope): bool
    {
        $name = self::nameOf($error);
        if (in_array($name, self::PLAIN, true) && $scope->isTest($error->getFile())) {
            return true;
        }
        $origin = self::origin($error, $scope);
        if ($origin !== null && $scope->isProduction($origin[0])) {
            return false;
        }
        foreach (self::ASSERTIONS as $class) {
            if (is_a($name, $class, true)) {
                return true;
            }
        }
        return false;
    }

    /** What it means that loading a project raised something. */
    public static function ofLoading(\Throwable $error, Scope $scope): array
    {
        $described = self::describe($error, $scope);
        return [
            'outcome' => 'build-failure',
            'detail' => $error instanceof \ParseError || $error instanceof \CompileError ? 'syntax' : 'load',
            'exception' => $described,
            'step_begun' => false,
            'note' => "{$described['class']}: {$described['message']}",
        ];
    }

    /** A class by its name; one without a name by that of its parent. */
    private static function nameOf(\Throwable $error): string
    {
        // PHPUnit hands on errors in a wrapper that only knows their names.
        $name = is_a($error, 'PHPUnit\Framework\ExceptionWrapper') ? $error->getClassName() : get_class($error);
        $cut = strpos($name, "@anonymous\0");
        return $cut === false ? $name : substr($name, 0, $cut);
    }

    /** @return list<array<string, mixed>> */
    public static function trace(\Throwable $error): array
    {
        return is_a($error, 'PHPUnit\Framework\ExceptionWrapper') ? $error->getSerializableTrace() : $error->getTrace();
    }

    /** @return array{string, int}|null */
    private static function origin(\Throwable $error, Scope $scope): ?array
    {
        $places = [['file' => $error->getFile(), 'line' => $error->getLine()], ...self::trace($error)];
        foreach ($places as $place) {
            if (isset($place['file']) && $scope->isOwn($place['file'])) {
                return [$place['file'], $place['line'] ?? 0];
            }
        }
        return null;
    }
}
