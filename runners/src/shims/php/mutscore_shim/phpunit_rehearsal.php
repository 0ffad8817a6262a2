<?php
// A test of the shim's own, which makes PHPUnit load what most tests need.

namespace MutscoreShim;

use PHPUnit\Framework\TestCase;

final class PhpunitRehearsal extends TestCase
{
    public function testPasses(): void
    {
        self::assertSame(1, 1);
        self::assertEquals(['a' => 1], ['a' => 1]);
        self::assertCount(1, [1]);
        self::assertTrue(true);
        self::assertFalse(false);
        self::assertNull(null);
        self::assertStringContainsString('a', 'abc');
        $this->expectException(\DomainException::class);
        $this->expectExceptionMessage('a');
        throw new \DomainException('a');
    }

    public function testFails(): void
    {
        self::assertEquals(['a' => "1\n2"], ['a' => "1\n3"]);
    }

    public function testRaises(): void
    {
        self::assertSame('a', 'b' . strlen(...)('x'));
    }
}
