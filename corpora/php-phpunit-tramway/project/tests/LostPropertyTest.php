<?php

declare(strict_types=1);

namespace Tramway\Tests;

use PHPUnit\Framework\TestCase;
use Tramway\Store\LostProperty;
use Tramway\Timetable\FixedClock;

final class LostPropertyTest extends TestCase
{
    protected function setUp(): void
    {
        // The shelf is static: what other tests have left is taken off.
        $office = new LostProperty(new FixedClock());
        foreach (array_keys($office->search('')) as $number) {
            $office->collect($number);
        }
    }

    public function testNumbersAreGivenInOrder(): void
    {
        $office = new LostProperty(new FixedClock());
        $first = $office->handIn(' a green umbrella ');
        self::assertSame($first + 1, $office->handIn('a hat'));
        self::assertSame('a green umbrella', $office->collect($first));
        self::assertSame([$first + 1 => 'a hat'], $office->search(''));
    }

    public function testASearchFitsAllWords(): void
    {
        $office = new LostProperty(new FixedClock());
        foreach (['a green umbrella', 'a GREEN hat', 'an umbrella'] as $thing) {
            $office->handIn($thing);
        }
        self::assertSame(['a green umbrella'], array_values($office->search('umbrella green')));
        self::assertCount(2, $office->search('Green'));
    }

    public function testThingsAreKeptForFourWeeks(): void
    {
        $clock = new FixedClock();
        $office = new LostProperty($clock);
        $office->handIn('a hat');
        $clock->forward(28 * 1440);
        $office->handIn('a glove');
        self::assertSame(0, $office->clear());
        $clock->forward(1440);
        self::assertSame(1, $office->clear());
        self::assertSame(['a glove'], array_values($office->search('')));
    }

    public function testWhatIsNotThereIsNotHandedOut(): void
    {
        $this->expectException(\OutOfBoundsException::class);
        (new LostProperty(new FixedClock()))->collect(99);
    }

    public function testNothingIsNotTaken(): void
    {
        $this->expectException(\InvalidArgumentException::class);
        (new LostProperty(new FixedClock()))->handIn("  \n");
    }

    public function testNeedsTheOffice(): void
    {
        if (getenv('TRAMWAY_OFFICE') === false) {
            $this->markTestSkipped('there is no office here');
        }
        self::assertTrue(true);
    }

    public function testTheOfficeOpensOnSundays(): void
    {
        // Known to be wrong: nobody has decided.
        self::assertSame('10:00', \Tramway\clock(540));
    }
}
