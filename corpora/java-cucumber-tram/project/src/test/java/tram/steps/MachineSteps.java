package tram.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;
import tram.Inspector;
import tram.Machine;
import tram.Money;
import tram.Rider;
import tram.Serials;
import tram.Ticket;

public class MachineSteps {
    private final World world;
    private Machine machine;
    private Machine.Sale sale;
    private List<Integer> back;
    private String objection;
    private Money penalty;
    private boolean sound;

    public MachineSteps(World world) {
        this.world = world;
    }

    @Given("the machine {word} with {int} coins of {int}")
    public void machine(String name, int count, int coin) {
        if (machine == null) {
            machine = new Machine(name, world.network);
        }
        machine.fill(coin, count);
    }

    @When("{int} is put in {int} time(s)")
    public void putIn(int coin, int times) {
        for (int i = 0; i < times; i++) {
            world.attempt(() -> machine.insert(coin));
        }
    }

    @When("a(n) {word} buys a ticket from {word} to {word}")
    public void buys(String rider, String from, String to) {
        world.attempt(() -> sale = machine.buy(from, to, Rider.of(rider), world.now));
    }

    @When("the sale is cancelled")
    public void cancelled() {
        back = machine.cancel();
    }

    @Then("the change is {string}")
    public void change(String coins) {
        assertEquals(coins, words(sale.change()));
    }

    @Then("{string} comes back")
    public void comesBack(String coins) {
        assertEquals(coins, words(back));
        assertEquals(Money.ZERO, machine.paid());
    }

    private static String words(List<Integer> coins) {
        StringBuilder words = new StringBuilder();
        for (int coin : coins) {
            words.append(words.length() == 0 ? "" : " ").append(coin);
        }
        return words.toString();
    }

    @Then("{word} are missing")
    public void missing(String amount) {
        assertEquals(Money.parse(amount), ((Machine.NotEnough) world.refusal).missing());
    }

    @Then("the ticket is number {int} of machine {word}")
    public void number(int number, String name) {
        assertTrue(sale.ticket().serial().startsWith(String.format("%s%05d-", name, number)), sale.ticket().serial());
        assertTrue(Serials.isSound(sale.ticket().serial()));
    }

    @When("it is stamped at {word} {word}")
    public void stamped(String day, String time) {
        world.attempt(() -> sale.ticket().stamp(world.at(day + " " + time)));
    }

    @Then("it is valid until {word} {word}")
    public void validUntil(String day, String time) {
        assertEquals(world.at(day + " " + time), sale.ticket().validUntil());
    }

    @When("an inspector looks at it between {word} and {word} at {word} {word}")
    public void looks(String from, String at, String day, String time) {
        Ticket ticket = sale == null ? null : sale.ticket();
        objection = new Inspector(world.network).objection(ticket, from, at, world.at(day + " " + time));
    }

    @Then("the inspector says {string}")
    public void says(String words) {
        assertEquals(words.isEmpty() ? null : words, objection);
    }

    @When("{word} is caught {int} time(s)")
    public void caught(String name, int times) {
        for (int i = 0; i < times; i++) {
            penalty = new Inspector(world.network).penalty(name);
        }
    }

    @Then("the last penalty is {word} and {word} has {int}")
    public void lastPenalty(String amount, String name, int count) {
        assertEquals(Money.parse(amount), penalty);
        assertEquals(count, Inspector.offences(name));
    }

    @When("the serial {string} is checked")
    public void checked(String serial) {
        sound = Serials.isSound(serial);
    }

    @Then("it is {word}")
    public void isSound(String word) {
        assertEquals(word.equals("sound"), sound);
    }

    @Then("no two secrets are alike")
    public void secrets() {
        String one = Serials.secret();
        assertEquals(8, one.length());
        assertNotEquals(one, Serials.secret());
        assertFalse(one.isBlank());
    }
}
