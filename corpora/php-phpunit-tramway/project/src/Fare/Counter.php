<?php

declare(strict_types=1);

namespace Tramway\Fare;

use Tramway\Money;
use Tramway\Store\Journal;

use const Tramway\GROUP_LIMIT;

/** Sells tickets and keeps a journal of it. */
class Counter
{
    private Money $takings;
    /** @var array<string, int> */
    private array $sold = [];

    public function __construct(private readonly Tariff $tariff, private readonly Journal $journal)
    {
        $this->takings = Money::cents(0);
    }

    public function sell(string $who, Zone $from, Zone $to, int $stops): Ticket
    {
        $price = Discount::apply($who, $this->tariff->price($from, $to, $stops));
        $ticket = new Ticket(Codes::draw(), $from, $to, $price, $this->tariff->validMinutes($from, $to));
        $this->takings = $this->takings->plus($price);
        $this->sold[$who] = ($this->sold[$who] ?? 0) + 1;
        $this->journal->write([$ticket->code, $who, (string) $price]);
        return $ticket;
    }

    /**
     * A ticket for several: the dearest two pay in full, everybody else half.
     *
     * @param list<string> $people
     */
    public function sellGroup(array $people, Zone $from, Zone $to, int $stops): Money
    {
        if (count($people) < 2 || count($people) > GROUP_LIMIT) {
            throw new \LengthException('a group is two to ' . GROUP_LIMIT);
        }
        $full = $this->tariff->price($from, $to, $stops);
        $prices = array_map(fn (string $who): Money => Discount::apply($who, $full), $people);
        usort($prices, fn (Money $left, Money $right): int => $right->cents <=> $left->cents);
        $total = Money::cents(0);
        foreach ($prices as $at => $price) {
            $total = $total->plus($at < 2 ? $price : $price->percent(50));
        }
        $this->takings = $this->takings->plus($total);
        $this->sold['group'] = ($this->sold['group'] ?? 0) + 1;
        $this->journal->write(['group', (string) count($people), (string) $total]);
        return $total;
    }

    /** Takes a ticket back: in full before it is stamped, not at all after. */
    public function refund(Ticket $ticket): Money
    {
        if ($ticket->isStamped()) {
            return Money::cents(0);
        }
        $this->takings = $this->takings->minus($ticket->price);
        $this->journal->write([$ticket->code, 'refund', (string) $ticket->price]);
        return $ticket->price;
    }

    public function takings(): Money
    {
        return $this->takings;
    }

    /** @return array<string, int> by number sold, then by name */
    public function ranking(): array
    {
        $ranking = $this->sold;
        uksort($ranking, fn (string $a, string $b): int => [$ranking[$b], $a] <=> [$ranking[$a], $b]);
        return $ranking;
    }
}
