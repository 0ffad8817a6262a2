<?php

use Bakehouse\Recipe\Book;
use Bakehouse\Recipe\Recipe;
use Bakehouse\Recipe\SourdoughRecipe;
use Bakehouse\Weight;
use Behat\Behat\Context\Context;
use Behat\Gherkin\Node\TableNode;

class KitchenContext implements Context
{
    private ?Recipe $recipe = null;
    private mixed $answer = null;
    private ?\Throwable $caught = null;

    /** @Given the recipe for :name */
    public function theRecipe(string $name): void
    {
        $this->recipe = Book::house()->find($name);
    }

    /** @Given a new recipe for :name */
    public function aNewRecipe(string $name, TableNode $table): void
    {
        $this->recipe = new Recipe($name);
        foreach ($table->getRowsHash() as $ingredient => $percent) {
            $this->recipe->with($ingredient, (int) $percent);
        }
    }

    /** @Given a sourdough of :starter percent starter and :water percent water */
    public function aSourdough(int $starter, int $water): void
    {
        $this->recipe = (new SourdoughRecipe('test', $starter))->with('water', $water);
    }

    /** @When it is scaled to :pieces pieces of :weight */
    public function isScaled(int $pieces, string $weight): void
    {
        $this->answer = $this->recipe->scale($this->recipe->dough($pieces, Weight::parse($weight)));
    }

    /** @When :name is looked up */
    public function isLookedUp(string $name): void
    {
        $this->trying(fn () => Book::house()->find($name));
    }

    /** @When it is written into the book */
    public function isWritten(): void
    {
        $this->trying(fn () => Book::house()->add($this->recipe));
    }

    /** @When the weight :text is read */
    public function theWeight(string $text): void
    {
        $this->trying(fn () => $this->answer = (string) Weight::parse($text));
    }

    /** @Then it takes */
    public function itTakes(TableNode $table): void
    {
        same($table->getRowsHash(), array_map('strval', $this->answer));
    }

    /** @Then the dough is :feel */
    public function theDoughIs(string $feel): void
    {
        same($feel, $this->recipe->feel());
    }

    /** @Then it rises for :minutes minutes at :degrees degrees */
    public function itRises(int $minutes, int $degrees): void
    {
        same($minutes, $this->recipe->minutesToRise($degrees));
    }

    /** @Then it is not done: :words */
    public function itIsNotDone(string $words): void
    {
        check($this->caught !== null, 'it was done');
        same($words, $this->caught->getMessage());
    }

    /** @Then the book has :count recipes: :names */
    public function theBookHas(int $count, string $names): void
    {
        same($count, count(Book::house()));
        same($names, implode(', ', array_keys(iterator_to_array(Book::house()))));
    }

    /** @Then the answer is :text */
    public function theAnswerIs(string $text): void
    {
        same($text, $this->answer);
    }

    private function trying(callable $what): void
    {
        try {
            $what();
        } catch (\Exception $error) {
            $this->caught = $error;
        }
    }
}
