<?php

declare(strict_types=1);

namespace Tramway\Tests;

use PHPUnit\Framework\TestCase;
use Tramway\Fare\Zone;
use Tramway\Timetable\FixedClock;
use Tramway\Timetable\Line;
use Tramway\Timetable\Planner;
use Tramway\Timetable\Schedule;
use Tramway\Timetable\SystemClock;

use function Tramway\clock;
use function Tramway\grouped;
use function Tramway\minutes;

final class TimetableTest extends TestCase
{
    private static ?Planner $town = null;

    public static function setUpBeforeClass(): void
    {
        self::$town = (new Planner())->add(self::harbour())->add(self::hill())->add(
            (new Line('3'))->stop('Market', Zone::Centre)->stop('Station', Zone::Centre, 1)->stop('Depot', Zone::Town, 6),
        );
    }

    public static function tearDownAfterClass(): void
    {
        self::$town = null;
    }

    private static function harbour(): Line
    {
        return (new Line('1'))->stop('Harbour', Zone::Outskirts)->stop('Mill', Zone::Town, 5)
            ->stop('Market', Zone::Centre, 4)->stop('Station', Zone::Centre, 3)->stop('School', Zone::Town, 4);
    }

    private static function hill(): Line
    {
        return (new Line('2'))->stop('Hill', Zone::Outskirts)->stop('Market', Zone::Centre, 7)->stop('Depot', Zone::Town, 5);
    }

    /** @dataProvider times */
    public function testTimesAreRead(string $text, int $minutes): void
    {
        self::assertSame($minutes, minutes($text));
    }

    public static function times(): array
    {
        return [['0:00', 0], ['9:05', 545], ['23:59', 1439], ['25:10', 1510]];
    }

    /** @testWith ["24"]
     *            ["12:60"]
     *            ["28:00"]
     */
    public function testWrongTimesAreRefused(string $text): void
    {
        $this->expectException(\InvalidArgumentException::class);
        minutes($text);
    }

    public function testTheClockGoesRound(): void
    {
        self::assertSame('00:30', clock(1470));
        self::assertSame('23:59', clock(-1));
    }

    public function testDeparturesFollowEachOther(): void
    {
        $schedule = (new Schedule(self::harbour()))->every(20, '6:00', '7:00')->every(30, '7:00', '8:00');
        self::assertSame(6, $schedule->count());
        self::assertSame(['06:09', '06:29', '06:49'], $schedule->next('Market', new FixedClock(361)));
        self::assertSame(['08:09'], $schedule->next('Market', new FixedClock(minutes('7:40'))));
        self::assertSame(8, $schedule->wait('Market', new FixedClock(361)));
        self::assertNull($schedule->wait('Harbour', new FixedClock(minutes('8:01'))));
    }

    public function testCarsDoNotLeaveAllAtOnce(): void
    {
        $this->expectException(\DomainException::class);
        (new Schedule(self::hill()))->every(0, '6:00', '7:00');
    }

    public function testALineCountsItsStops(): void
    {
        $line = self::harbour();
        self::assertSame(2, $line->stopsBetween('Mill', 'Station'));
        self::assertSame(-3, $line->stopsBetween('Station', 'Harbour'));
        self::assertSame(7, $line->rideMinutes('Station', 'Mill'));
        self::assertSame('School', $line->terminus());
        self::assertSame('Harbour', $line->terminus(true));
        self::assertSame(['Harbour' => 0, 'Mill' => 5, 'Market' => 9, 'Station' => 12, 'School' => 16], iterator_to_array($line->walk()));
    }

    public function testALineStopsNowhereTwice(): void
    {
        $this->expectException(\LogicException::class);
        self::hill()->stop('Hill', Zone::Centre);
    }

    public function testTheWayWithTheFewestChanges(): void
    {
        self::assertSame([['line' => '1', 'from' => 'Mill', 'to' => 'School']], self::$town->plan('Mill', 'School'));
        self::assertSame(
            [['line' => '1', 'from' => 'Mill', 'to' => 'Market'], ['line' => '2', 'from' => 'Market', 'to' => 'Depot']],
            self::$town->plan('Mill', 'Depot'),
        );
        self::assertSame([], self::$town->plan('Mill', 'Mill'));
        self::assertNull(self::$town->plan('Mill', 'Moon'));
    }

    public function testTheShorterOfTwoLines(): void
    {
        self::assertSame('2', self::$town->plan('Market', 'Depot')[0]['line']);
        self::assertSame(13, self::$town->minutes('Mill', 'Depot'));
        self::assertNull(self::$town->minutes('Mill', 'Moon'));
    }

    public function testAWayHasAPrice(): void
    {
        self::assertSame(340, self::$town->price('Mill', 'Market', 600)->cents);
        self::assertSame(160, self::$town->price('Market', 'Station', 600)->cents);
        self::assertSame(380, self::$town->price('Market', 'Station', 1400)->cents);
        $this->expectExceptionMessage('there is no way from Mill to Moon');
        self::$town->price('Mill', 'Moon', 600);
    }

    public function testCrossings(): void
    {
        self::assertSame(
            ['Depot' => ['2', '3'], 'Market' => ['1', '2', '3'], 'Station' => ['1', '3']],
            self::$town->crossings(),
        );
    }

    public function testThingsAreGrouped(): void
    {
        self::assertSame(['1' => ['a', 'c'], '2' => ['bb']], grouped(['a', 'bb', 'c'], 'strlen'));
    }

    public function testAClockSetByHandRunsIntoTheNextDay(): void
    {
        $clock = new FixedClock(1430, 3);
        $clock->forward(25);
        self::assertSame([15, 4], [$clock->minute(), $clock->day()]);
    }

    public function testTheRealClockIsOnTheDial(): void
    {
        $clock = new SystemClock();
        self::assertGreaterThanOrEqual(0, $clock->minute());
        self::assertLessThan(1440, $clock->minute());
        self::assertGreaterThan(20000, $clock->day());
    }

    public function testTheNextCarIsThere(): void
    {
        // Depends on the hour at which it runs, and on luck.
        self::assertGreaterThan(6, random_int(1, 9));
    }
}
