<?php

declare(strict_types=1);

namespace Bakehouse\Order;

/** What somebody wants to fetch, and how far it has come. */
final class Order
{
    private const STEPS = ['open' => ['paid', 'cancelled'], 'paid' => ['fetched', 'cancelled'], 'fetched' => [], 'cancelled' => []];

    /** @var array<string, int> */
    private array $pieces = [];
    private string $state = 'open';

    public function __construct(public readonly string $number, public readonly string $customer, private readonly Price $prices)
    {
    }

    public function add(string $article, int $pieces): void
    {
        if ($this->state !== 'open') {
            throw new \LogicException("order {$this->number} is {$this->state}");
        }
        if ($pieces === 0) {
            unset($this->pieces[$article]);
            return;
        }
        if ($pieces < 0 || $pieces > 200) {
            throw new \RangeException("$pieces pieces of $article");
        }
        $this->prices->of($article);
        $this->pieces[$article] = $pieces;
    }

    public function total(): int
    {
        $sum = 0;
        foreach ($this->pieces as $article => $pieces) {
            $sum += $this->prices->total($article, $pieces);
        }
        return $sum;
    }

    public function go(string $state): self
    {
        if (!in_array($state, self::STEPS[$this->state], true)) {
            throw new \LogicException("from {$this->state} no way leads to $state");
        }
        if ($state === 'paid' && $this->pieces === []) {
            throw new \LogicException('there is nothing to pay for');
        }
        $this->state = $state;
        return $this;
    }

    public function state(): string
    {
        return $this->state;
    }

    /** @return array<string, int> */
    public function pieces(): array
    {
        return $this->pieces;
    }
}
