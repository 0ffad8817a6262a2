namespace Mutscore\Check;

/*
 * The half of the compile check that runs inside PHP.
 *
 * Compiles the versions of a file that it is asked about and never runs any of them: opcache compiles and optimises a
 * file without executing it and writes what it made into its file cache. What is answered is a digest over those
 * bytes, which hold every instruction, constant and table of the file; two versions with equal digests run alike.
 * Without opcache, or without fork (compiling declares the file's functions and classes, so each version needs a
 * process of its own), only the syntax is checked.
 *
 * Between the bytes that mean something lie some that nothing was ever written to: ends of strings and of structures.
 * They hold what was there before. So each version is compiled twice, in processes whose stacks were filled with
 * different things first (the heap is filled with one byte, by MALLOC_PERTURB_), and bytes that differ are left out.
 * That is sound: no byte that means something differs between two compilations of one file, and where all that means
 * something is equal, the same places are empty.
 *
 * The bytes hold line numbers too. So an edit that takes line ends away gets as many at its end, where that changes no
 * token; and a version that differs from the original in white space only is the original.
 *
 * A frame is a count, then that many fields, each a length and its bytes (lengths and counts: 32 bits, little-endian).
 * Arguments: the folder for the file to be compiled, the folder of the file cache.
 */

/** Bytes before the script itself: sizes, time stamp, checksum. */
const HEADER = 80;

function receive(): ?array
{
    $head = read(4);
    if (\strlen($head) < 4) {
        return null;
    }
    $fields = [];
    for ($left = \unpack('V', $head)[1]; $left > 0; $left--) {
        $fields[] = read(\unpack('V', read(4))[1]);
    }
    return $fields;
}

function read(int $length): string
{
    $bytes = '';
    while (\strlen($bytes) < $length) {
        $part = \fread(\STDIN, $length - \strlen($bytes));
        if ($part === false || $part === '') {
            break;
        }
        $bytes .= $part;
    }
    return $bytes;
}

function send(string ...$fields): void
{
    $out = \pack('V', \count($fields));
    foreach ($fields as $field) {
        $out .= \pack('V', \strlen($field)) . $field;
    }
    \fwrite(\STDOUT, $out);
    \fflush(\STDOUT);
}

/** The tokens that a program consists of, without their places. Documentation comments are part of it: programs read them. */
function tokens(string $source): array
{
    $kept = [];
    foreach (\token_get_all($source) as $token) {
        if (!\is_array($token)) {
            $kept[] = $token;
        } elseif ($token[0] !== \T_WHITESPACE && $token[0] !== \T_COMMENT) {
            $kept[] = [$token[0], $token[1]];
        }
    }
    return $kept;
}

/** A version of the original: the edits are start, end and text of each. */
function spliced(string $original, array $edits, bool $pad): string
{
    $text = '';
    $from = 0;
    foreach ($edits as [$start, $end, $replacement]) {
        $gone = \substr($original, $start, $end - $start);
        $lines = \substr_count($gone, "\n") - \substr_count($replacement, "\n");
        $text .= \substr($original, $from, $start - $from) . $replacement;
        $text .= $pad ? \str_repeat("\n", \max($lines, 0)) : '';
        $from = $end;
    }
    return $text . \substr($original, $from);
}

final class Checker
{
    private string $file;
    private bool $compiles;
    private $forker = null;

    public function __construct(private string $folder, private string $cache)
    {
        $this->file = $folder . '/file.php';
        $this->compiles = \function_exists('pcntl_fork') && \function_exists('opcache_compile_file')
            && \ini_get('opcache.file_cache') === $cache && \opcache_get_status(false) !== false;
        $this->forker = $this->compiles ? $this->startForker() : null;
    }

    public function identity(): string
    {
        return 'php ' . \PHP_VERSION . ($this->compiles ? '' : ' (syntax only: no opcache or no pcntl)');
    }

    /** Answers about the original and each of its versions. */
    public function versions(string $original, array $fields): void
    {
        $form = $this->answer($original);
        send(...$form);
        $tokens = null;
        for ($at = 0; $at < \count($fields);) {
            $edits = [];
            for ($left = (int) $fields[$at++]; $left > 0; $left--) {
                $edits[] = [(int) $fields[$at], (int) $fields[$at + 1], $fields[$at + 2]];
                $at += 3;
            }
            $version = spliced($original, $edits, false);
            if (\substr_count($version, "\n") !== \substr_count($original, "\n")) {
                $tokens ??= tokens($original);
                $own = tokens($version);
                if ($own === $tokens && !\in_array([\T_LINE, '__LINE__'], $tokens, true)) {
                    send(...$form);
                    continue;
                }
                $padded = spliced($original, $edits, true);
                $version = tokens($padded) === $own ? $padded : $version;
            }
            send(...$this->answer($version));
        }
    }

    private function answer(string $source): array
    {
        try {
            // Much cheaper than a process, and refuses nearly all that will be refused.
            \token_get_all($source, \TOKEN_PARSE);
        } catch (\ParseError $error) {
            return ['refused', (string) $error->getLine(), $error->getMessage()];
        }
        return $this->compiles ? $this->compiled($source) : ['opaque'];
    }

    private function compiled(string $source): array
    {
        $first = $this->compiledOnce($source, 0);
        if ($first[0] !== 'bytes') {
            return $first;
        }
        $second = $this->compiledOnce($source, 1);
        if ($second[0] !== 'bytes' || \strlen($first[1]) !== \strlen($second[1])) {
            return ['opaque'];
        }
        // Zero where they are equal; such a byte is kept and any other becomes zero.
        $differ = $first[1] ^ $second[1];
        $keep = \strtr($differ, self::masks());
        return ['form', \hash('sha256', $first[1] & $keep)];
    }

    /** From "zero or not" to "all bits or none". */
    private static function masks(): array
    {
        static $masks = null;
        if ($masks === null) {
            for ($byte = 0; $byte < 256; $byte++) {
                $masks[\chr($byte)] = $byte === 0 ? "\xff" : "\0";
            }
        }
        return $masks;
    }

    private function compiledOnce(string $source, int $way): array
    {
        \file_put_contents($this->file, $source);
        // The time is part of what opcache writes.
        \touch($this->file, 1_000_000_000);
        \fwrite($this->forker, (string) $way);
        if (\fread($this->forker, 1) !== '.') {
            return ['unknown', 'the process that compiles has gone'];
        }
        $answer = \json_decode((string) @\file_get_contents($this->file . '.json'), true);
        @\unlink($this->file . '.json');
        if (!\is_array($answer)) {
            return ['unknown', 'the compiling process ended without a word'];
        }
        return $answer === ['ok'] ? $this->bytes() : $answer;
    }

    /**
     * A process that does nothing but fork: each of its children begins with the very same memory, whatever was
     * compiled before.
     */
    private function startForker()
    {
        $pair = \stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, \STREAM_IPPROTO_IP);
        $child = \pcntl_fork();
        if ($child !== 0) {
            \fclose($pair[1]);
            return $child === -1 ? null : $pair[0];
        }
        \fclose($pair[0]);
        \fclose(\STDIN);
        \fclose(\STDOUT);
        $status = 0;
        while (($way = \fread($pair[1], 1)) !== '' && $way !== false) {
            $child = \pcntl_fork();
            if ($child === 0) {
                $this->compileInChild((int) $way);
                exit(0);
            }
            \pcntl_waitpid($child, $status);
            \fwrite($pair[1], '.');
        }
        exit(0);
    }

    /** Leaves in a file `ok`, or why the source is refused. */
    private function compileInChild(int $way): void
    {
        $tell = fn (array $words) => \file_put_contents($this->file . '.json', \json_encode($words, \JSON_INVALID_UTF8_SUBSTITUTE));
        $done = false;
        // Some fatal errors end the process; only this is still called then.
        \register_shutdown_function(static function () use ($tell, &$done): void {
            $error = \error_get_last();
            if (!$done) {
                $compiling = $error !== null && ($error['type'] & (\E_COMPILE_ERROR | \E_PARSE)) !== 0;
                $tell($compiling ? ['refused', (string) $error['line'], $error['message']]
                    : ['unknown', $error['message'] ?? 'the compiling process ended']);
            }
        });
        // Warnings are taken here, so that the last error that is remembered is the one that is fatal.
        \set_error_handler(static fn () => true);
        self::fillStack($way);
        try {
            if (\opcache_compile_file($this->file)) {
                $done = (bool) $tell(['ok']);
            }
        } catch (\CompileError $error) {
            $done = (bool) $tell(['refused', (string) $error->getLine(), $error->getMessage()]);
        }
    }

    /** Leaves the stack full of what some deep recursion in C left there. */
    private static function fillStack(int $way): void
    {
        $deep = \str_repeat('a:1:{i:0;', 1500) . 'i:1;' . \str_repeat('}', 1500);
        $value = \unserialize($deep);
        if ($way === 1) {
            \serialize($value);
            \count($value, \COUNT_RECURSIVE);
        }
    }

    private function bytes(): array
    {
        $compiled = \glob($this->cache . '/*' . $this->file . '.bin');
        $bytes = \count($compiled) === 1 ? (string) \file_get_contents($compiled[0]) : '';
        \array_map('unlink', $compiled);
        if (\strlen($bytes) <= HEADER || !\str_starts_with($bytes, 'OPCACHE')) {
            return ['opaque'];
        }
        return ['bytes', \substr($bytes, HEADER)];
    }
}

$checker = new Checker($argv[1], $argv[2]);
while (($question = receive()) !== null) {
    if ($question[0] === 'hello') {
        send('hello', $checker->identity());
    } else {
        $checker->versions($question[2], \array_slice($question, 3));
    }
}
