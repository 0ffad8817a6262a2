<?php

use Bakehouse\Oven\Clock;
use Bakehouse\Oven\Plan;
use Behat\Behat\Context\Context;
use Behat\Gherkin\Node\TableNode;

class OvenContext implements Context
{
    private Plan $plan;
    private ?\Throwable $caught = null;

    public function __construct(private string $opens)
    {
        $this->plan = Plan::at($opens);
    }

    /** @When :name goes in for :minutes minutes at :heat degrees */
    public function goesIn(string $name, int $minutes, int $heat): void
    {
        try {
            $this->plan->bake($name, $minutes, $heat);
        } catch (\DomainException $error) {
            $this->caught = $error;
        }
    }

    /** @When the best order is found for */
    public function theBestOrder(TableNode $table): void
    {
        $batches = array_map(fn (array $row): array => [
            'name' => $row['name'], 'minutes' => (int) $row['minutes'], 'heat' => (int) $row['heat'],
        ], $table->getHash());
        $this->plan = Plan::best($this->opens, $batches);
    }

    /** @Then :name is ready at :time */
    public function isReady(string $name, string $time): void
    {
        same($time, $this->plan->ready($name));
    }

    /** @Then at :time the oven holds :name */
    public function theOvenHolds(string $time, string $name): void
    {
        same([$name], $this->plan->during($time));
    }

    /** @Then at :time the oven is empty */
    public function theOvenIsEmpty(string $time): void
    {
        same([], $this->plan->during($time));
    }

    /** @Then everything is done at :time */
    public function everythingIsDone(string $time): void
    {
        same($time, $this->plan->finished());
    }

    /** @Then the oven refuses: :words */
    public function theOvenRefuses(string $words): void
    {
        same($words, $this->caught?->getMessage());
    }

    /** @Then the clock shows some time */
    public function theClockShows(): void
    {
        $now = Clock::now();
        check($now >= 0 && $now < 1440, "it shows $now");
    }
}
