package tram.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cucumber.java.Before;
import io.cucumber.java.PendingException;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import tram.Lost;
import tram.Money;

public class LostSteps {
    private Path book;
    private Lost office;
    private List<Lost.Item> found;
    private int cleared;

    @Before("@book")
    public void book() throws IOException {
        book = Files.createTempDirectory("lost").resolve("book.txt");
    }

    @Given("the lost property")
    public void things(List<Map<String, String>> rows) throws IOException {
        office = new Lost(book);
        for (Map<String, String> row : rows) {
            office.add(row.get("what"), row.get("line"), LocalDate.parse(row.get("found")), Money.parse(row.get("value")));
        }
    }

    @When("somebody looks for {string} on line {string}")
    public void looks(String words, String line) {
        found = office.search(words, line);
    }

    @Then("the numbers found are {string}")
    public void numbers(String numbers) {
        assertEquals(numbers, found.stream().map(item -> String.valueOf(item.number())).collect(Collectors.joining(" ")));
    }

    @When("the shelves are cleared on {word}")
    public void clears(String day) throws IOException {
        cleared = office.clear(LocalDate.parse(day));
    }

    @Then("{int} thing(s) go and {int} stay(s), also in the book")
    public void go(int gone, int left) throws IOException {
        assertEquals(gone, cleared);
        assertEquals(left, new Lost(book).size());
    }

    @Then("the fee for number {int} on {word} is {word}")
    public void fee(int number, String day, String amount) {
        Lost.Item item = office.search("", "").stream().filter(one -> one.number() == number).findFirst().orElseThrow();
        assertEquals(Money.parse(amount), office.fee(item, LocalDate.parse(day)));
    }

    @When("a tram is sold")
    public void sold() {
        throw new PendingException();
    }

    @Given("a ticket for a dog")
    public void dog() {
    }

    @Given("a ticket for a {word}")
    public void forA(String rider) {
    }

    @Then("the draw is fair")
    public void draw() {
        assertEquals(0, new Random().nextInt(2));
    }

    @Then("the last tram is early")
    public void early() {
        assertEquals("early", "late");
    }
}
