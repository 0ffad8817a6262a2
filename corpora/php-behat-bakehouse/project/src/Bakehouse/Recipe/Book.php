<?php

declare(strict_types=1);

namespace Bakehouse\Recipe;

/** The recipes of the house. It is filled once, when this file is loaded, and shared by all. */
final class Book implements \Countable, \IteratorAggregate
{
    private static ?self $house = null;

    /** @var array<string, Recipe> */
    private array $recipes = [];

    public static function house(): self
    {
        return self::$house ??= new self();
    }

    public function add(Recipe $recipe): self
    {
        $key = self::key($recipe->name);
        if (isset($this->recipes[$key])) {
            throw new \LogicException("{$recipe->name} is in the book");
        }
        $this->recipes[$key] = $recipe;
        return $this;
    }

    public function find(string $name): Recipe
    {
        return $this->recipes[self::key($name)] ?? throw new \OutOfBoundsException("no recipe for $name" . $this->hint($name));
    }

    public function count(): int
    {
        return count($this->recipes);
    }

    public function getIterator(): \Generator
    {
        ksort($this->recipes);
        foreach ($this->recipes as $recipe) {
            yield $recipe->name => $recipe;
        }
    }

    private function hint(string $name): string
    {
        $best = null;
        $least = 4;
        foreach ($this->recipes as $key => $recipe) {
            $distance = levenshtein(self::key($name), $key);
            if ($distance < $least) {
                [$best, $least] = [$recipe->name, $distance];
            }
        }
        return $best === null ? '' : ", did you mean $best?";
    }

    private static function key(string $name): string
    {
        return strtolower(preg_replace('/[^a-z]+/i', '-', trim($name)));
    }
}

Book::house()
    ->add((new Recipe('Roll', 18))->with('water', 60)->with('yeast', 3)->with('salt', 2))
    ->add((new Recipe('Milk loaf'))->with('milk', 62)->with('yeast', 2)->with('butter', 8)->with('sugar', 6)->with('salt', 1 + 1))
    ->add((new SourdoughRecipe('Rye', 40))->with('water', 70)->with('salt', 2));
