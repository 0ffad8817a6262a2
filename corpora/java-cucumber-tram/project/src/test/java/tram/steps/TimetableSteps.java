package tram.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.cucumber.java.After;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.LocalTime;
import java.util.List;
import tram.Depot;
import tram.Timetable;

public class TimetableSteps {
    private final World world;
    private Timetable table;
    private Depot depot;

    public TimetableSteps(World world) {
        this.world = world;
    }

    @When("the timetable {string} is read")
    public void read(String text) {
        world.attempt(() -> table = Timetable.parse(text));
    }

    @Then("it has {int} departures, {int} minutes apart at most")
    public void departures(int count, int gap) {
        assertEquals(count, table.size());
        assertEquals(gap, table.longestGap());
    }

    @Then("at {word} one waits {int} minutes")
    public void waits(String time, int minutes) {
        assertEquals(minutes, table.minutesToWait(LocalTime.parse(time)));
    }

    @Given("a depot with {int} tram(s)")
    public void depot(int trams) {
        depot = new Depot(trams);
    }

    @When("trams are asked for lines {string}")
    public void asked(String lines) {
        for (String line : lines.split(" ")) {
            assertTrue(depot.ask(line));
        }
    }

    @Then("the depot answers")
    public void answers(List<String> expected) throws InterruptedException {
        assertEquals(expected, depot.finish());
    }

    @After
    public void close() {
        if (depot != null) {
            depot.close();
        }
    }
}
