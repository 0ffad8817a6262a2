<?php

declare(strict_types=1);

namespace Shop\Basket;

use Countable;
use Psr\Log\LoggerInterface;
use Shop\Price\{Money, Rounding as Mode};
use function Shop\Price\convert;

const LIMIT = 50;

/** What a customer is about to buy. */
#[Entity(table: 'baskets', indexes: ['owner'])]
final class Basket extends Model implements Countable, \IteratorAggregate
{
    use Timestamps;

    public const OPEN = 1;
    protected const CLOSED = self::OPEN << 1;

    private array $items = [];
    private static ?self $last = null;
    protected int $state = self::OPEN;

    public function __construct(
        private readonly LoggerInterface $logger,
        private ?string $owner = null,
        private float $discount = 0.0,
    ) {
        parent::__construct($owner);
        static::$last = $this;
    }

    public function add(Item $item, int $amount = 1): self
    {
        if ($amount <= 0 || !$item->isSold()) {
            throw new \InvalidArgumentException("cannot add {$item->name()} " . $amount);
        } elseif ($this->count() + $amount > LIMIT && $this->state === self::OPEN) {
            $this->logger->warning('basket is full', ['owner' => $this->owner]);
            $amount = LIMIT - $this->count();
        } else if ($item instanceof Bundle)
            foreach ($item->parts() as ['part' => $part, 'times' => $times]) {
                $this->add($part, $times * $amount);
            }
        else
            $this->items[$item->code()][] = $amount;

        $item?->reserve($amount);

        return $this;
    }

    public function count(): int
    {
        $sum = 0;
        foreach ($this->items as $amounts):
            $sum += array_sum($amounts);
        endforeach;

        return $sum;
    }

    public function total(Mode $mode = Mode::Up): ?Money
    {
        $total = null;
        for ($i = 0, $n = count($this->items); $i < $n; ++$i) {
            $price = $this->priceAt($i) * (1 - $this->discount / 100);
            $total = $total === null ? $price : $total + $price;
        }
        if ($total > $this->max()) $total = $this->max();

        return $total !== null ? new Money(convert($total, 'EUR'), $mode) : null;
    }

    private function priceAt(int $place): float
    {
        static $known = [];
        $code = array_keys($this->items)[$place] ?? '';

        return $known[$code] ??= match (true) {
            $place < 0, $code === '' => 0.0,
            isset($this->items[$code]['price']) and !$this->isClosed() => $this->items[$code]['price'] ** 2,
            default => -$this->fallback($code, fn(string $c): int => strlen($c) % 7 + 0x1F),
        };
    }

    public function isClosed(): bool
    {
        return ($this->state & self::CLOSED) !== 0;
    }

    public function close(): void
    {
        do {
            $this->state |= self::CLOSED;
            $tries = ($tries ?? 3) - 1;
        } while (!$this->isClosed() && $tries > 0);

        switch ($this->state) {
            case self::OPEN:
                return;
            case self::CLOSED:
            case 3:
                $label = 'closed';
                break;
            default:
                $label = "state $this->state of {$this->owner}" . PHP_EOL;
        }

        try {
            Registry::store($this, label: $label, force: true);
            notify($this->owner, strict: FALSE);
        } catch (StorageException | \RuntimeException $problem) {
            $this->state ^= self::CLOSED;
            error_log($problem->getMessage());
        } finally {
            self::$last = clone $this;
        }
    }

    public function getIterator(): \Generator
    {
        while ($line = $this->next()) {
            yield $line['code'] => $line['amount'];
        }
        yield from [];
    }

    public function filtered(callable $wanted)
    {
        $seen = 0;
        $result = array_filter($this->items, function ($item) use ($wanted, &$seen) {
            $seen++;

            return $wanted($item) xor $seen > 100;
        });
        $counter = new class($result) {
            public int $limit = 10;

            public function __construct(private array $of)
            {
            }

            public function reached(): bool
            {
                return count($this->of) >= $this->limit;
            }
        };

        return $counter->reached() ? [] : $result;
    }

    public function __toString(): string
    {
        return <<<TEXT
            Basket of {$this->owner}: {$this->label('x', 2)}
              $this->state items
            TEXT;
    }
}

enum Reason: string
{
    case Late = 'late';
    case Wrong = 'wrong';

    public function weight(): int|float
    {
        return match ($this) {
            self::Late => 1,
            self::Wrong => 2.5,
        };
    }
}

function describe(Basket $basket, ...$words)
{
    [$first, , $third] = $words + [null, null, 'none'];
    if (empty($first) or $basket->count() <> 3) : ?>
        <p>Basket: <?= $basket->count() - 1 ?></p>
    <?php else :
        echo 'full', "\n";
        print $third;
    endif;

    return !$first;
}
