<?php

declare(strict_types=1);

namespace Tramway\Tests;

use PHPUnit\Framework\TestCase;
use Tramway\Fare\DayTariff;
use Tramway\Fare\Discount;
use Tramway\Fare\NightTariff;
use Tramway\Fare\Zone;
use Tramway\Money;
use Tramway\Timetable\Planner;

final class TariffTest extends TestCase
{
    /** @dataProvider dayPrices */
    public function testPricesByDay(string $from, string $to, int $stops, int $cents): void
    {
        self::assertSame($cents, (new DayTariff())->price(Zone::of($from), Zone::of($to), $stops)->cents);
    }

    public static function dayPrices(): array
    {
        return [
            'short hop' => ['A', 'A', 3, 160],
            'one zone' => ['A', 'A', 4, 280],
            'short, over a border' => ['A', 'B', 2, 340],
            'three zones' => ['c', 'a', 9, 420],
            'two zones' => ['B', 'C', 5, 340],
        ];
    }

    public function testNightCostsMoreAndKnowsNoShortHops(): void
    {
        $tariff = new NightTariff();
        self::assertSame(380, $tariff->price(Zone::Centre, Zone::Centre, 1)->cents);
        self::assertSame(120, $tariff->validMinutes(Zone::Centre, Zone::Outskirts));
        self::assertSame('night', $tariff->name());
    }

    public function testTicketsHoldLongerTheFartherTheyGo(): void
    {
        $tariff = new DayTariff();
        self::assertSame(60, $tariff->validMinutes(Zone::Town, Zone::Town));
        self::assertSame(120, $tariff->validMinutes(Zone::Centre, Zone::Outskirts));
    }

    public function testARideHasAStop(): void
    {
        $this->expectException(\DomainException::class);
        (new DayTariff())->price(Zone::Centre, Zone::Town, 0);
    }

    /** @dataProvider discounts */
    public function testDiscounts(string $who, int $cents): void
    {
        self::assertSame($cents, Discount::apply($who, Money::cents(340))->cents);
    }

    public static function discounts(): array
    {
        return [['adult', 340], ['child', 170], ['senior', 255], ['dog', 85], ['infant', 0]];
    }

    public function testDiscountsAreRegisteredOnce(): void
    {
        self::assertSame(['adult', 'child', 'dog', 'infant', 'senior'], Discount::known());
        $this->expectException(\OutOfBoundsException::class);
        Discount::apply('ghost', Money::cents(1));
    }

    public function testDiscountsCanBeAdded(): void
    {
        Discount::register('student', 70);
        self::assertSame(240, Discount::apply('student', Money::cents(340))->cents);
        $this->expectException(\RangeException::class);
        Discount::register('debtor', 101);
    }

    public function testTheNightBeginsAtElevenAndEndsAtFive(): void
    {
        self::assertSame('day', Planner::tariff(23 * 60 - 1)->name());
        self::assertSame('night', Planner::tariff(23 * 60)->name());
        self::assertSame('night', Planner::tariff(299)->name());
        self::assertSame('day', Planner::tariff(300)->name());
    }

    public function testZonesAreNamedByLetters(): void
    {
        self::assertSame(Zone::FIRST, Zone::of('a'));
        self::assertSame(3, Zone::of('C')->span(Zone::of('A')));
        $this->expectExceptionMessage('no zone X');
        Zone::of('X');
    }
}
