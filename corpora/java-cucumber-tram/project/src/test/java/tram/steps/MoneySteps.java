package tram.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import java.util.stream.Collectors;
import tram.Money;

public class MoneySteps {
    private final World world;
    private Money amount;
    private List<Money> shares;

    public MoneySteps(World world) {
        this.world = world;
    }

    @When("the amount {string} is read")
    public void read(String text) {
        world.attempt(() -> amount = Money.parse(text));
    }

    @When("{int} percent of it are taken")
    public void percent(int percent) {
        amount = amount.percent(percent);
    }

    @When("it is shared by {int}")
    public void share(int people) {
        world.attempt(() -> shares = amount.share(people));
    }

    @When("it is rounded up to {int}")
    public void roundUp(int step) {
        amount = amount.upTo(step);
    }

    @Then("it is {long} cents")
    public void cents(long cents) {
        assertEquals(cents, amount.cents());
    }

    @Then("it is written {string}")
    public void written(String text) {
        assertEquals(text, amount.toString());
    }

    @Then("the shares are {string}")
    public void shares(String text) {
        assertEquals(text, shares.stream().map(Money::toString).collect(Collectors.joining(" ")));
    }

    @Then("it is refused with {string}")
    public void refused(String words) {
        assertNotNull(world.refusal, "nothing was refused");
        assertTrue(world.refusal.getMessage().contains(words), world.refusal.toString());
    }
}
