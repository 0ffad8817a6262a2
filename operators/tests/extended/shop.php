<?php
/** A shop: one of each construct that the extended set changes. */
const LIMIT = 3;

class Shop extends Base
{
    const OPEN = true;
    private ?array $orders = null;

    function __construct(private float $rate = 0.19)
    {
        parent::__construct();
    }

    function sell($order, int $count = 1, &$left = null)
    {
        if ($count < 1 || $order?->closed && !$this->open) {
            throw new InvalidArgumentException("count $count");
        }
        $this->orders['last'] = $order;
        $sum = 0;
        foreach ($order->lines as $place => $line) {
            if ($line->gift) {
                continue;
            }
            if ($place > 99) {
                break;
            }
            $sum += (int) $line->price;
        }
        while ($count > 0) {
            $count--;
            $this->pack($order);
        }
        $note = new Note($order->name ?? 'nobody');
        $note->head = "$sum pieces";
        $note->text ??= trim(strtolower($order->name)) . "!";
        usort($order->lines, fn($a, $b) => $a->rank <=> $b->rank);
        array_walk($order->lines, function ($line) { $this->pack($line); });
        $known = ['a' => $sum, 'b' => max($sum, 2), "c$sum" => null];
        switch ($count) {
            case 0:
                $this->pack($note);
                break;
            default:
                $this->logger->info('odd');
        }
        $kind = match ($count) { 0, 1 => 'few', default => 'many' };
        try {
            $this->send($known, $kind);
        } catch (Missing | Broken $e) {
            $this->pack($e);
        } finally {
            $this->done = true;
        }
        if (preg_match('/^[a-z]+$/i', $kind)) {
            return [$kind];
        }
        return '';
    }
}
