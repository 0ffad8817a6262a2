package tram.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import tram.Money;
import tram.Rider;

public class FareSteps {
    private final World world;
    private Money fare;
    private String route;

    public FareSteps(World world) {
        this.world = world;
    }

    @Given("the clock shows {word} {word}")
    public void now(String day, String time) {
        world.now = world.at(day + " " + time);
    }

    @When("a(n) {word} travels from {word} to {word}")
    public void travels(String rider, String from, String to) {
        world.attempt(() -> fare = world.fares.fare(from, to, Rider.of(rider), world.now));
    }

    @When("a rider of {int} travels from {word} to {word}")
    public void ofAge(int age, String from, String to) {
        fare = world.fares.fare(from, to, Rider.ofAge(age), world.now);
    }

    @When("{int} adults travel from {word} to {word}")
    public void group(int adults, String from, String to) {
        world.attempt(() -> fare = world.fares.group(from, to, adults, world.now));
    }

    @When("the way from {word} to {word} is asked for")
    public void way(String from, String to) {
        world.attempt(() -> route = String.join(" ", world.network.route(from, to)));
    }

    @Then("the fare is {word}")
    public void fareIs(String text) {
        assertEquals(Money.parse(text), fare);
    }

    @Then("it goes by {string}")
    public void goesBy(String stops) {
        assertEquals(stops, route);
    }
}
