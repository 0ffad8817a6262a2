<?php

use Bakehouse\Recipe\Book;
use Bakehouse\Stock\Shelf;
use Bakehouse\Stock\ShortageException;
use Bakehouse\Weight;
use Behat\Behat\Context\Context;
use Behat\Gherkin\Node\TableNode;

class StockContext implements Context
{
    private string $path;
    private ?Shelf $shelf = null;
    private ?ShortageException $shortage = null;

    /** @BeforeScenario */
    public function opens(): void
    {
        $this->path = sys_get_temp_dir() . '/bakehouse-shelf.txt';
        if (file_exists($this->path)) {
            throw new \RuntimeException('somebody else has used the shelf');
        }
    }

    /** @AfterScenario */
    public function closes(): void
    {
        if (is_file($this->path)) {
            unlink($this->path);
        }
    }

    /** @Transform /^(\d+(?:\.\d+)? (?:g|dag|kg))$/ */
    public function weight(string $text): Weight
    {
        return Weight::parse($text);
    }

    /** @Given a shelf with */
    public function aShelf(TableNode $table): void
    {
        $this->shelf = new Shelf($this->path);
        foreach ($table->getRowsHash() as $name => $weight) {
            $this->shelf->put($name, Weight::parse($weight));
        }
    }

    /** @When another :weight of :name is put on it */
    public function isPut(Weight $weight, string $name): void
    {
        $this->shelf->put($name, $weight);
    }

    /** @When the shelf is read again */
    public function isReadAgain(): void
    {
        $this->shelf = new Shelf($this->path);
    }

    /** @When dough for :pieces :name of :weight is made */
    public function doughIsMade(int $pieces, string $name, Weight $weight): void
    {
        $recipe = Book::house()->find($name);
        try {
            $this->shelf->take($recipe->scale($recipe->dough($pieces, $weight)));
        } catch (ShortageException $error) {
            $this->shortage = $error;
        }
    }

    /** @Then the shelf holds :weight of :name */
    public function theShelfHolds(Weight $weight, string $name): void
    {
        same($weight->grams, $this->shelf->weight($name)->grams);
    }

    /** @Then running low are :names */
    public function runningLow(string $names): void
    {
        same($names, implode(', ', $this->shelf->low()));
    }

    /** @Then the baker hears :words */
    public function theBakerHears(string $words): void
    {
        check($this->shortage !== null, 'there is enough of everything');
        same($words, $this->shortage->getMessage());
    }

    /** @Then the shelf is :state */
    public function theShelfIs(string $state): void
    {
        same($state, 'full');
    }

    /** @Then /^the shelf is (empty|full)$/ */
    public function theShelfIsAgain(string $state): void
    {
        same($state, 'full');
    }
}
