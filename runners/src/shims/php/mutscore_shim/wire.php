<?php
// Frames between the engine and a shim process.
//
// A frame is a little-endian u32 with the length of a JSON text, the text, and then the raw blobs whose lengths the
// text lists under "blobs". One socket has one reader at a time: a process that forks a server for a while does not
// read until that server has ended.

namespace MutscoreShim;

/** The engine is gone. */
final class Closed extends \Exception
{
}

final class Wire
{
    private const PART = 1 << 16;

    /**
     * The next frame: the decoded header and its blobs.
     *
     * @return array{array<string, mixed>, list<string>}
     */
    public static function receive(int $socket): array
    {
        $length = unpack('V', self::read($socket, 4))[1];
        $header = json_decode(self::read($socket, $length), true, 512, JSON_THROW_ON_ERROR);
        $blobs = [];
        foreach ($header['blobs'] ?? [] as $size) {
            $blobs[] = self::read($socket, $size);
        }
        return [$header, $blobs];
    }

    /** Sends a frame without blobs; the engine needs none back. */
    public static function send(int $socket, array $header): void
    {
        $text = self::encode($header);
        if (!Sys::write($socket, pack('V', strlen($text)) . $text)) {
            throw new Closed();
        }
    }

    /** Sends a frame with blobs, between processes of the tree. */
    public static function pass(int $socket, array $header, array $blobs): void
    {
        $text = self::encode(['blobs' => array_map('strlen', $blobs)] + $header);
        if (!Sys::write($socket, pack('V', strlen($text)) . $text . implode('', $blobs))) {
            throw new Closed();
        }
    }

    /** JSON of plain values, always one line of valid UTF-8. */
    public static function encode(mixed $value): string
    {
        $flags = JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR;
        return json_encode($value, $flags);
    }

    private static function read(int $socket, int $size): string
    {
        $data = '';
        while (($left = $size - strlen($data)) > 0) {
            $part = Sys::read($socket, min($left, self::PART));
            if ($part === '') {
                throw new Closed();
            }
            $data .= $part;
        }
        return $data;
    }
}
