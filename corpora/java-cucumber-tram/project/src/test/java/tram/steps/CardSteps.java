package tram.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import tram.Card;
import tram.Money;
import tram.Rider;

public class CardSteps {
    private final World world;
    private Card card;

    public CardSteps(World world) {
        this.world = world;
    }

    @Given("a card of a(n) {word} with {word}")
    public void card(String rider, String amount) {
        card = new Card(world.fares, Rider.of(rider));
        card.topUp(Money.parse(amount));
    }

    @When("{word} is added")
    public void added(String amount) {
        world.attempt(() -> card.topUp(Money.parse(amount)));
    }

    @When("it is tapped at")
    public void tapped(List<List<String>> rows) {
        for (List<String> row : rows) {
            world.attempt(() -> card.tap(row.get(0), world.at(row.get(1))));
        }
    }

    @Then("the balance is {word}")
    public void balance(String amount) {
        assertEquals(Money.parse(amount), card.balance());
    }

    @Then("the journal ends with {string}")
    public void journal(String line) {
        assertEquals(line, card.journal().get(card.journal().size() - 1));
    }
}
