<?php

declare(strict_types=1);

namespace Tramway\Store;

/** Lines of what happened, somewhere. */
interface Journal
{
    /** @param list<string> $fields */
    public function write(array $fields): void;

    /** @return list<list<string>> */
    public function all(): array;
}
