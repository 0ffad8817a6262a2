<?php
// A file that stands in for another, and the proof that its bytes were really loaded.
//
// The worst fault of a mutation tool is a mutant that never ran and so "survived". The replaced file lies in the
// process's own view, where PHP reads it whenever it comes to it. It was run if PHP lists it among the files it has
// included and it still has the wanted bytes; opcode caches, which could answer in its place, are switched off on the
// command line in cold and warm runs alike.

namespace MutscoreShim;

final class Replaced
{
    public function __construct(
        private Scope $scope,
        public readonly string $path,
        public readonly string $bytes,
    ) {
    }

    /** Why the file does not even parse, as the end of a run; or null. */
    public function garbled(): ?array
    {
        if (!str_ends_with($this->path, '.php') && !str_contains($this->bytes, '<?php')) {
            return null;
        }
        try {
            token_get_all($this->bytes, TOKEN_PARSE);
            return null;
        } catch (\CompileError $error) {
            $note = get_class($error) . ": {$error->getMessage()} ({$this->path}:{$error->getLine()})";
            return ['outcome' => 'build-failure', 'detail' => 'syntax', 'step_begun' => false, 'note' => $note];
        }
    }

    /** Puts the file in place of the one that the view shows. The view is this run's own. */
    public function place(): void
    {
        $path = $this->absolute();
        $mode = fileperms($path) & 07777;
        unlink($path);
        file_put_contents($path, $this->bytes);
        chmod($path, $mode);
        clearstatcache(true, $path);
    }

    /** Whether it was loaded already. */
    public function isLoaded(): bool
    {
        return in_array($this->absolute(), get_included_files(), true);
    }

    /** Whether it was loaded with the wanted bytes. */
    public function holds(): bool
    {
        return $this->isLoaded() && @file_get_contents($this->absolute()) === $this->bytes;
    }

    public function absolute(): string
    {
        return $this->scope->root . $this->path;
    }
}
