<?php
// The test methods that PHPUnit's own collection finds, and those that cannot be run alone.

namespace MutscoreShim;

use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Util\Test as TestUtil;

final class PhpunitDiscovery
{
    /** @var array<string, array> by name of the test */
    private array $found = [];

    /** @param list<string> $files what looks like a test file, for projects without a configuration */
    public function __construct(private Scope $scope, private array $files, private PhpunitGeneration $generation)
    {
    }

    public function found(): array
    {
        $unparsable = $this->unparsable();
        $classes = $this->classesOf($this->generation->prepare($unparsable === []));
        if ($classes === []) {
            $classes = $this->classesOfFiles(array_diff($this->files, array_column($unparsable, 0)));
        }
        foreach ($classes as $class) {
            $this->look(new \ReflectionClass($class));
        }
        return ['scenarios' => array_values($this->found), 'unparsable' => $unparsable, 'load_error' => null];
    }

    /** One file that does not parse would end PHPUnit's collection for all. */
    private function unparsable(): array
    {
        $found = [];
        foreach ($this->files as $path) {
            try {
                token_get_all((string) file_get_contents($path), TOKEN_PARSE);
            } catch (\CompileError $error) {
                $found[] = [$path, "{$error->getMessage()} (line {$error->getLine()})"];
            }
        }
        return $found;
    }

    /** @return list<class-string> */
    private function classesOf(?Test $suite): array
    {
        $classes = [];
        if ($suite instanceof TestSuite) {
            $name = $this->generation->nameOf($suite);
            if (class_exists($name, false) && is_subclass_of($name, TestCase::class)) {
                return [$name];
            }
            foreach ($suite->tests() as $test) {
                array_push($classes, ...$this->classesOf($test));
            }
        }
        return array_values(array_unique($classes));
    }

    /** @return list<class-string> */
    private function classesOfFiles(array $files): array
    {
        foreach ($files as $path) {
            $this->generation->loadFile($this->scope->root . $path);
        }
        $wanted = array_fill_keys(array_map(fn (string $path): string => $this->scope->root . $path, $files), true);
        return array_values(array_filter(get_declared_classes(), function (string $class) use ($wanted): bool {
            $reflection = is_subclass_of($class, TestCase::class) ? new \ReflectionClass($class) : null;
            return $reflection !== null && $reflection->isInstantiable() && isset($wanted[$reflection->getFileName()]);
        }));
    }

    private function look(\ReflectionClass $class): void
    {
        foreach ($class->getMethods() as $method) {
            $path = $this->scope->relative($method->getFileName() ?: null);
            if ($path === null || !TestUtil::isTestMethod($method)) {
                continue;
            }
            $name = $method->getDeclaringClass()->getName() . '::' . $method->getName();
            if (isset($this->found[$name])) {
                continue;
            }
            $inherited = $method->getDeclaringClass()->getName() !== $class->getName() || $method->getFileName() !== $class->getFileName();
            // A class of its own that others extend is found for itself.
            if ($inherited && !$method->getDeclaringClass()->isAbstract() && $method->getFileName() === $method->getDeclaringClass()->getFileName()) {
                continue;
            }
            $this->found[$name] = $this->entry($path, $name, $class, $method, $inherited ? 'it is inherited or comes from a trait' : $this->generation->unfit($class->getName(), $method->getName()));
        }
    }

    private function entry(string $path, string $name, \ReflectionClass $class, \ReflectionMethod $method, ?string $unfit): array
    {
        $groups = array_filter(
            $this->generation->groups($class->getName(), $method->getName()),
            fn (string $group): bool => !str_starts_with($group, '__') && $group !== 'default',
        );
        sort($groups);
        $line = $method->getStartLine();
        $step = ['keyword' => 'Test', 'kind' => 'when', 'text' => $method->getName(), 'line' => $line, 'background' => false];
        return [
            'feature' => $path, 'line' => $line, 'outline' => false, 'rows' => [], 'test' => $name,
            'feature_name' => $class->getShortName(), 'name' => $method->getName(), 'tags' => $groups, 'steps' => [$step],
            'unbound' => $unfit === null ? null : "Test {$method->getName()} ($unfit)",
        ];
    }
}
