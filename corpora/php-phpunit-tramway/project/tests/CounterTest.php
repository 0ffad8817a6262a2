<?php

declare(strict_types=1);

namespace Tramway\Tests;

use PHPUnit\Framework\TestCase;
use Tramway\Fare\Codes;
use Tramway\Fare\Counter;
use Tramway\Fare\DayTariff;
use Tramway\Fare\Ticket;
use Tramway\Fare\Zone;
use Tramway\Money;
use Tramway\Store\FileJournal;
use Tramway\Store\Journal;
use Tramway\Store\MemoryJournal;

final class CounterTest extends TestCase
{
    private MemoryJournal $journal;
    private Counter $counter;

    protected function setUp(): void
    {
        $this->journal = new MemoryJournal();
        $this->counter = new Counter(new DayTariff(), $this->journal);
    }

    public function testATicketIsSoldAndWrittenDown(): Ticket
    {
        $ticket = $this->counter->sell('child', Zone::Centre, Zone::Town, 6);
        self::assertSame('1.70', (string) $ticket->price);
        self::assertSame('1.70', (string) $this->counter->takings());
        self::assertSame([[$ticket->code, 'child', '1.70']], $this->journal->all());
        return $ticket;
    }

    public function testCodesAreDrawnInOneOrder(): void
    {
        $codes = [Codes::draw(), Codes::draw()];
        self::assertNotSame($codes[0], $codes[1]);
        self::assertTrue(Codes::isGood($codes[0]));
        mt_srand(7);
        $first = Codes::draw();
        mt_srand(7);
        self::assertSame($first, Codes::draw());
    }

    /** @dataProvider codes */
    public function testWrongCodesAreFound(string $code, bool $good): void
    {
        self::assertSame($good, Codes::isGood($code));
    }

    public static function codes(): array
    {
        $good = 'ABCDE' . 'H';
        return [
            'too short' => ['ABC', false],
            'a letter that is left out' => ['ABCDIH', false],
            'digits' => ['12345A', false],
            'swapped' => [substr_replace($good, 'BA', 0, 2), false],
        ];
    }

    public function testAStampedTicketHoldsForAWhileInItsZones(): void
    {
        $ticket = $this->counter->sell('adult', Zone::Centre, Zone::Town, 5);
        self::assertFalse($ticket->isValid(600, Zone::Centre));
        $ticket->stamp(600)->stamp(700);
        self::assertTrue($ticket->isValid(600, Zone::Centre));
        self::assertTrue($ticket->isValid(689, Zone::Town));
        self::assertFalse($ticket->isValid(690, Zone::Town));
        self::assertFalse($ticket->isValid(599, Zone::Town));
        self::assertFalse($ticket->isValid(610, Zone::Outskirts));
        self::assertSame('11:30', $ticket->validUntil());
    }

    public function testATicketIsPrintedAsJson(): void
    {
        $ticket = new Ticket('ABCDEH', Zone::Town, Zone::Outskirts, Money::cents(340), 90);
        self::assertJsonStringEqualsJsonString(
            '{"code": "ABCDEH", "zones": "BC", "price": "3.40", "until": null}',
            json_encode($ticket),
        );
    }

    /** @dataProvider groups */
    public function testGroupsPayLess(array $people, string $total): void
    {
        self::assertSame($total, (string) $this->counter->sellGroup($people, Zone::Centre, Zone::Town, 5));
        self::assertSame(['group' => 1], $this->counter->ranking());
    }

    public static function groups(): array
    {
        return [
            'two' => [['adult', 'adult'], '6.80'],
            'a family' => [['child', 'adult', 'adult', 'child'], '8.50'],
            'five' => [['adult', 'adult', 'adult', 'adult', 'adult'], '11.90'],
        ];
    }

    public function testAGroupHasALimit(): void
    {
        $this->expectException(\LengthException::class);
        $this->expectExceptionMessage('a group is two to 5');
        $this->counter->sellGroup(array_fill(0, 6, 'adult'), Zone::Centre, Zone::Town, 5);
    }

    public function testMoneyComesBackBeforeTheStamp(): void
    {
        $ticket = $this->counter->sell('adult', Zone::Centre, Zone::Centre, 9);
        $kept = $this->counter->sell('adult', Zone::Centre, Zone::Centre, 9)->stamp(1);
        self::assertSame(280, $this->counter->refund($ticket)->cents);
        self::assertSame(0, $this->counter->refund($kept)->cents);
        self::assertSame(280, $this->counter->takings()->cents);
        self::assertCount(3, $this->journal);
    }

    public function testTheRankingGoesByNumberThenByName(): void
    {
        foreach (['dog', 'child', 'adult', 'child', 'adult'] as $who) {
            $this->counter->sell($who, Zone::Centre, Zone::Centre, 1);
        }
        self::assertSame(['adult' => 2, 'child' => 2, 'dog' => 1], $this->counter->ranking());
    }

    public function testTheJournalIsAskedOnce(): void
    {
        $journal = $this->createMock(Journal::class);
        $journal->expects(self::once())->method('write')->with(self::callback(
            fn (array $fields): bool => count($fields) === 3 && $fields[1] === 'senior',
        ));
        (new Counter(new DayTariff(), $journal))->sell('senior', Zone::Town, Zone::Town, 8);
    }

    public function testAJournalInAFile(): void
    {
        $path = tempnam(sys_get_temp_dir(), 'journal');
        $journal = new FileJournal($path);
        $journal->write(['ABC', 'lost; and "found"', '1.00']);
        $journal->write(['DEF', 'x', '2.00']);
        self::assertSame([['ABC', 'lost; and "found"', '1.00'], ['DEF', 'x', '2.00']], $journal->all());
        file_put_contents($path, "garbage\n", FILE_APPEND);
        try {
            $journal->all();
            self::fail('damaged lines are told');
        } catch (\UnexpectedValueException $error) {
            self::assertSame('line 3 is damaged', $error->getMessage());
        } finally {
            unlink($path);
        }
        self::assertSame([], $journal->all());
    }

    public function testTheJournalOfTheTown(): void
    {
        // One name for all: two runs at once would meet there, had they one temporary folder.
        $path = sys_get_temp_dir() . '/tramway-journal.txt';
        self::assertFileDoesNotExist($path);
        $journal = new FileJournal($path);
        (new Counter(new DayTariff(), $journal))->sell('adult', Zone::Centre, Zone::Outskirts, 12);
        self::assertSame('4.20', $journal->all()[0][2]);
    }

    /** @depends testATicketIsSoldAndWrittenDown */
    public function testASoldTicketIsNotStamped(Ticket $ticket): void
    {
        self::assertFalse($ticket->isStamped());
    }

    /** @runInSeparateProcess */
    public function testSellsInAProcessOfItsOwn(): void
    {
        self::assertSame(0, $this->counter->takings()->cents);
    }
}
