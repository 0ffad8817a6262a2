<?php
// Entry of the shim: one frame on descriptor 3 says what to do; answers go back the same way.

namespace MutscoreShim;

if (!extension_loaded('FFI') || !extension_loaded('tokenizer')) {
    fwrite(STDERR, "mutscore: no FFI or tokenizer extension\n");
    exit(1);
}
foreach (['sys', 'wire', 'record', 'classify', 'ending', 'view', 'forking', 'replaced', 'framework'] as $name) {
    require __DIR__ . "/$name.php";
}

final class Main
{
    private const FRAMEWORKS = ['phpunit' => Phpunit::class, 'behat' => Behat::class];

    public static function run(string $framework): void
    {
        Sys::prepare();
        if (View::available()) {
            // A warm parent has them from the start; it loads the project, which must not notice.
            View::useCapabilities(false);
        }
        Ending::watch();
        try {
            [$request, $blobs] = Wire::receive(3);
            self::settleIn($request, $framework);
            require __DIR__ . "/$framework.php";
            self::answer($request, $blobs, self::FRAMEWORKS[$framework]);
        } catch (Closed) {
            // the engine is gone
        }
    }

    /** What the process looks like to the project: as if the framework had been started in its folder. */
    private static function settleIn(array $request, string $framework): void
    {
        chdir($request['root']);
        $_SERVER['argv'] = $GLOBALS['argv'] = [$framework];
        $_SERVER['argc'] = $GLOBALS['argc'] = 1;
        foreach (['PHP_SELF', 'SCRIPT_NAME', 'SCRIPT_FILENAME', 'PATH_TRANSLATED'] as $name) {
            $_SERVER[$name] = $framework;
        }
    }

    private static function answer(array $request, array $blobs, string $framework): void
    {
        $scope = new Scope($request['root'], $request['production']);
        $project = new $framework($scope, $request);
        switch ($request['mode']) {
            case 'zygote':
                foreach (['forkable', 'random', 'preload', 'holder', 'layers', 'zygote'] as $name) {
                    require __DIR__ . "/$name.php";
                }
                $control = Sys::outOfTheWay(3);
                (new Zygote($request, $scope, $project, $control, Sys::outOfTheWay(4)))->serveControl();
                break;
            case 'cold':
                require __DIR__ . '/cold.php';
                (new Cold($request, $scope, $project, $blobs[0] ?? null))->run();
                // Exit handlers have no say in an outcome; none is run, in a fork neither.
                Sys::leave(0);
            case 'discover':
                Wire::send(Sys::outOfTheWay(3), self::discovered($project, $scope));
                Sys::leave(0);
            case 'fingerprint':
                Wire::send(3, $project->fingerprint());
                break;
            default:
                throw new \RuntimeException("no mode {$request['mode']}");
        }
    }

    /** In a fork: loading may end a process. */
    private static function discovered(Framework $project, Scope $scope): array
    {
        [$reader, $writer] = Sys::pipe();
        $pid = Forking::guarded(function () use ($project, $scope, $writer): void {
            $writer = Sys::outOfTheWay($writer);
            try {
                $found = $project->discover();
            } catch (\Throwable $error) {
                $found = ['scenarios' => [], 'unparsable' => [], 'load_error' => Classify::ofLoading($error, $scope)];
            }
            Sys::write($writer, Wire::encode($found));
        });
        Sys::close($writer);
        $text = '';
        while (($part = Sys::read($reader, 1 << 16)) !== '') {
            $text .= $part;
        }
        Sys::wait($pid, true);
        $ended = ['load_error' => ['note' => 'the process ended while loading']];
        return json_decode($text, true) ?? ['scenarios' => [], 'unparsable' => []] + $ended;
    }
}

Main::run($argv[1]);
