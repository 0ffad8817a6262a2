<?php

declare(strict_types=1);

// No package manager is needed: classes lie where their names say.
spl_autoload_register(static function (string $class): void {
    $prefix = 'Tramway\\';
    if (!str_starts_with($class, $prefix)) {
        return;
    }
    $file = dirname(__DIR__) . '/src/' . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

require dirname(__DIR__) . '/src/functions.php';

// Codes are drawn from a fixed start, so that two runs print the same tickets.
mt_srand(20260);
