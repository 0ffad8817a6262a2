<?php

declare(strict_types=1);

namespace Bakehouse\Order;

/** Takes orders. Numbers begin with a letter drawn for the day and go on from one. */
final class Desk
{
    private static int $served = 0;

    /** @var array<string, Order> */
    private array $orders = [];
    private readonly string $letter;
    /** @var list<callable(Order): void> */
    private array $listeners = [];

    public function __construct(private readonly Price $prices, ?string $letter = null)
    {
        $this->letter = $letter ?? chr(ord('A') + mt_rand(0, 25));
    }

    public function take(string $customer): Order
    {
        $number = sprintf('%s%03d', $this->letter, count($this->orders) + 1);
        $this->orders[$number] = new Order($number, $customer, $this->prices);
        return $this->orders[$number];
    }

    public function onFetched(callable $listener): void
    {
        $this->listeners[] = $listener;
    }

    public function fetch(string $number): Order
    {
        $order = $this->orders[$number] ?? throw new \OutOfBoundsException("no order $number");
        $order->go('fetched');
        self::$served++;
        foreach ($this->listeners as $listener) {
            $listener($order);
        }
        return $order;
    }

    /** Customers served since the shop opened, by all desks. */
    public static function served(): int
    {
        return self::$served;
    }

    /** @return array<string, int> pieces to bake, by article */
    public function toBake(): array
    {
        $all = [];
        foreach ($this->orders as $order) {
            if ($order->state() === 'cancelled' || $order->state() === 'fetched') {
                continue;
            }
            foreach ($order->pieces() as $article => $pieces) {
                $all[$article] = ($all[$article] ?? 0) + $pieces;
            }
        }
        ksort($all);
        return $all;
    }

    /** @return list<string> numbers of the orders of this customer, the latest first */
    public function of(string $customer): array
    {
        $mine = array_filter($this->orders, fn (Order $order): bool => strcasecmp($order->customer, $customer) === 0);
        return array_reverse(array_keys($mine));
    }
}
