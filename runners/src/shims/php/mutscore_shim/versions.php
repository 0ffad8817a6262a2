<?php
// What the tool chain says of itself.

namespace MutscoreShim;

final class Versions
{
    /** Settings that change how code runs. */
    private const SETTINGS = ['memory_limit', 'error_reporting', 'display_errors', 'zend.assertions', 'precision', 'serialize_precision', 'include_path', 'auto_prepend_file', 'date.timezone'];

    /** @return array<string, string> */
    public static function php(): array
    {
        $extensions = [];
        foreach (get_loaded_extensions() as $name) {
            $extensions[] = $name . '-' . (phpversion($name) ?: '');
        }
        sort($extensions);
        $settings = array_map(fn (string $name): string => "$name=" . ini_get($name), self::SETTINGS);
        return ['php' => PHP_VERSION, 'extensions' => implode(' ', $extensions), 'settings' => implode(' ', $settings)];
    }
}
