<?php

declare(strict_types=1);

namespace Tramway\Fare;

use Tramway\Money;

use function Tramway\clock;

/** What a passenger holds in hand. */
final class Ticket implements \JsonSerializable
{
    private int $stamped = -1;

    public function __construct(
        public readonly string $code,
        public readonly Zone $from,
        public readonly Zone $to,
        public readonly Money $price,
        private readonly int $minutes,
    ) {
    }

    /** Stamps the ticket at this minute of the day; a second stamp changes nothing. */
    public function stamp(int $minute): self
    {
        if ($this->stamped < 0) {
            $this->stamped = $minute;
        }
        return $this;
    }

    public function isStamped(): bool
    {
        return $this->stamped >= 0;
    }

    /** Whether it holds at this minute in this zone. */
    public function isValid(int $minute, Zone $zone): bool
    {
        if (!$this->isStamped()) {
            return false;
        }
        $low = min($this->from->ring(), $this->to->ring());
        $high = max($this->from->ring(), $this->to->ring());
        $inside = $zone->ring() >= $low && $zone->ring() <= $high;
        return $inside && $minute >= $this->stamped && $minute < $this->stamped + $this->minutes;
    }

    public function validUntil(): ?string
    {
        return $this->isStamped() ? clock($this->stamped + $this->minutes) : null;
    }

    public function jsonSerialize(): array
    {
        return [
            'code' => $this->code,
            'zones' => $this->from->value . $this->to->value,
            'price' => (string) $this->price,
            'until' => $this->validUntil(),
        ];
    }
}
