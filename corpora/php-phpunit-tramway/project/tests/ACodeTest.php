<?php

declare(strict_types=1);

namespace Tramway\Tests;

use PHPUnit\Framework\TestCase;
use Tramway\Fare\Codes;

/** Comes first, also by its name: what it draws follows from the seed that the bootstrap script sets. */
final class ACodeTest extends TestCase
{
    public function testTheFirstTicketOfTheDay(): void
    {
        self::assertSame('XKMDDN', Codes::draw());
    }
}
