<?php

use Bakehouse\Order\Desk;
use Bakehouse\Order\Order;
use Bakehouse\Order\Price;
use Bakehouse\Order\Voucher;
use Behat\Behat\Context\Context;
use Behat\Behat\Tester\Exception\PendingException;
use Behat\Gherkin\Node\PyStringNode;
use Behat\Gherkin\Node\TableNode;

require_once __DIR__ . '/checks.php';

class CounterContext implements Context
{
    private ?Price $prices = null;
    private ?Desk $desk = null;
    private ?Order $order = null;
    private ?Voucher $voucher = null;
    private ?\Throwable $caught = null;
    private array $told = [];

    /** @BeforeScenario @quiet */
    public function quiet(): void
    {
        $this->told = [];
    }

    /** @Given the price list */
    public function thePriceList(PyStringNode $text): void
    {
        $this->prices = Price::read($text->getRaw());
    }

    /** @Given a desk for the letter :letter */
    public function aDesk(string $letter): void
    {
        $this->desk = new Desk($this->prices, $letter);
    }

    /** @Given a desk that draws its letter */
    public function aDeskThatDraws(): void
    {
        $this->desk = new Desk($this->prices);
    }

    /** @Given /^(\w+) orders$/ */
    public function orders(string $customer, TableNode $table): void
    {
        $this->order = $this->desk->take($customer);
        foreach ($table->getHash() as $row) {
            $this->order->add($row['article'], (int) $row['pieces']);
        }
    }

    /** @When /^(\w+) changes (\w[\w ]*) to (\d+)$/ */
    public function changes(string $customer, string $article, int $pieces): void
    {
        $this->trying(fn () => $this->order->add($article, $pieces));
    }

    /** @When the order is :state */
    public function theOrderGoes(string $state): void
    {
        $this->trying(fn () => $this->order->go($state));
    }

    /** @When order :number is fetched */
    public function isFetched(string $number): void
    {
        $this->trying(fn () => $this->desk->fetch($number));
    }

    /** @When somebody listens at the desk */
    public function somebodyListens(): void
    {
        $this->desk->onFetched(function (Order $order): void {
            $this->told[] = "{$order->number} for {$order->customer}";
        });
    }

    /** @When :pieces :article are priced */
    public function arePriced(int $pieces, string $article): void
    {
        $this->told[] = Price::text($this->prices->total($article, $pieces));
    }

    /** @When :pieces old :article are priced */
    public function oldOnesArePriced(int $pieces, string $article): void
    {
        $this->told[] = Price::text($this->prices->total($article, $pieces, true));
    }

    /** @Given a voucher :code of :cents cents */
    public function aVoucher(string $code, int $cents): void
    {
        $this->trying(function () use ($code, $cents): void {
            $this->voucher = new Voucher($code, $cents);
        });
    }

    /** @When :cents cents are paid with it */
    public function arePaid(int $cents): void
    {
        $this->told[] = (string) $this->voucher->pay($cents);
    }

    /** @Then it costs :price */
    public function itCosts(string $price): void
    {
        same($price, Price::text($this->order->total()));
    }

    /** @Then :price is told */
    public function isTold(string $price): void
    {
        same($price, array_pop($this->told));
    }

    /** @Then the desk says :words */
    public function theDeskSays(string $words): void
    {
        same([$words], $this->told);
    }

    /** @Then :cents cents are left on it */
    public function areLeft(int $cents): void
    {
        same($cents, $this->voucher->left());
    }

    /** @Then it is refused because of :words */
    public function itIsRefused(string $words): void
    {
        check($this->caught !== null, 'nothing was refused');
        same($words, $this->caught->getMessage());
    }

    /** @Then nothing is refused */
    public function nothingIsRefused(): void
    {
        same(null, $this->caught);
    }

    /** @Then the order number is :number */
    public function theNumberIs(string $number): void
    {
        same($number, $this->order->number);
    }

    /** @Then the order number looks right */
    public function theNumberLooksRight(): void
    {
        check(preg_match('/^[A-Z]001$/', $this->order->number) === 1, $this->order->number);
    }

    /** @Then to be baked are */
    public function toBeBaked(TableNode $table): void
    {
        same(array_map('intval', $table->getRowsHash()), $this->desk->toBake());
    }

    /** @Then /^the orders of (\w+) are ([\w, ]+)$/ */
    public function theOrdersOf(string $customer, string $numbers): void
    {
        same(explode(', ', $numbers), $this->desk->of($customer));
    }

    /** @Then :count customer was served */
    public function wereServed(int $count): void
    {
        // Counted by the class: in a run of its own nobody was served before.
        same($count, Desk::served());
    }

    /** @Then the change is :cents */
    public function theChange(int $cents): void
    {
        throw new PendingException();
    }

    /** @Then the desk is tidy */
    public function theDeskIsTidy(): void
    {
        same(true, false);
    }

    /** @Then the customer is :mood */
    public function theCustomerIs(string $mood): void
    {
        check(random_int(0, 2) === 0, 'moods change');
    }

    private function trying(callable $what): void
    {
        try {
            $what();
        } catch (\LogicException | \RuntimeException $error) {
            $this->caught = $error;
        }
    }
}
