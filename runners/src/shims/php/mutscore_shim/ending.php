<?php
// The end of a process that comes to it by itself: a fatal error, memory that ran out, or `exit` in project code.
//
// PHP calls shutdown functions in the order in which they were registered, and ours is the first. What it says is a
// run's end; then the process is left, so that nobody else's exit handlers have a say in it.

namespace MutscoreShim;

final class Ending
{
    private const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;
    private const COMPILING = E_PARSE | E_COMPILE_ERROR;

    private static ?Record $record = null;
    private static ?Scope $scope = null;
    private static ?Replaced $replaced = null;
    /** Frees what the report itself needs, once the project has used up all memory. */
    private static ?string $reserve = null;

    public static function watch(): void
    {
        register_shutdown_function(self::shutdown(...));
    }

    /** From here on an end of the process is the end of this run. */
    public static function expect(Record $record, Scope $scope, ?Replaced $replaced): void
    {
        [self::$record, self::$scope, self::$replaced] = [$record, $scope, $replaced];
        self::$reserve = str_repeat('x', 1 << 18);
    }

    private static function shutdown(): void
    {
        $record = self::$record;
        if ($record === null || !$record->isOwned()) {
            return;
        }
        self::$reserve = null;
        $error = error_get_last();
        $fatal = $error !== null && ($error['type'] & self::FATAL) !== 0 ? $error : null;
        $ending = self::describe($fatal, $record);
        if (self::$replaced !== null) {
            // PHP lists no file that it could not compile.
            $ending['applied'] = self::$replaced->holds() || ($fatal['file'] ?? null) === self::$replaced->absolute();
        }
        $record->done($ending);
        Sys::leave(0);
    }

    private static function describe(?array $error, Record $record): array
    {
        $begun = $record->steps > 0;
        $ending = [
            'outcome' => $begun ? 'execution-failure' : 'build-failure',
            'detail' => 'crash',
            'step_begun' => $begun,
            'failed_step' => $record->step,
            'note' => 'the code called exit',
        ];
        if ($error === null) {
            return $ending;
        }
        $place = self::$scope?->relative($error['file']);
        $ending['note'] = $error['message'];
        $ending['exception'] = [
            'class' => 'fatal error',
            'message' => substr($error['message'], 0, 2000),
            'origin' => $place === null ? null : [$place, $error['line']],
        ];
        if (($error['type'] & self::COMPILING) !== 0) {
            // A file that does not compile says nothing of the behaviour, also where it is loaded late.
            $ending = ['outcome' => 'build-failure', 'detail' => 'syntax'] + $ending;
        } elseif (str_starts_with($error['message'], 'Allowed memory size') || str_starts_with($error['message'], 'Out of memory')) {
            $ending['detail'] = 'out-of-memory';
        } elseif (!$begun) {
            $ending['detail'] = 'load';
        }
        return $ending;
    }
}
