<?php
// What a test framework's adapter gives to cold runs, to the fork tree and to discovery.

namespace MutscoreShim;

interface Framework
{
    /** Loads what the project asks for before any test: in a new process, in L1 and in what holds a replaced file. */
    public function load(): void;

    /**
     * Does what every run would do next, and each alike: read, parse, register. In a loaded process that is forked; not in
     * a new one, and not where a replaced file lies in place already.
     */
    public function lookAhead(): void;

    /** Runs something of its own, so that the framework's classes are known. Called in a fork that is thrown away. */
    public function rehearse(): void;

    /** Runs one scenario and gives its end. It is over at the first failed step: what would follow cannot change it. */
    public function run(array $scenario, Record $record, bool $strip, ?Observer $observer): array;

    /** @return array{scenarios: list<array>, unparsable: list<array{string, string}>, load_error: ?array} */
    public function discover(): array;

    /** @return array<string, string> */
    public function fingerprint(): array;
}
