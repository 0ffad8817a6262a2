package tram;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Stops, their zones, and which are next to each other. */
public final class Network {
    /** Read when the class is first used. */
    private static final Network CITY = read("/tram/stops.csv");

    private final Map<String, Integer> zones = new LinkedHashMap<>();
    private final Map<String, List<String>> neighbours = new HashMap<>();

    public static Network city() {
        return CITY;
    }

    static Network read(String resource) {
        Network network = new Network();
        try (InputStream in = Network.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no stops at " + resource);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            String line = reader.readLine();
            String before = null;
            String lineName = null;
            while ((line = reader.readLine()) != null) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] cells = line.split(";");
                if (!cells[0].equals(lineName)) {
                    before = null;
                    lineName = cells[0];
                }
                network.add(cells[1], Integer.parseInt(cells[2].trim()), before);
                before = cells[1];
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        return network;
    }

    private void add(String stop, int zone, String before) {
        zones.putIfAbsent(stop, zone);
        neighbours.computeIfAbsent(stop, key -> new ArrayList<>());
        if (before != null) {
            neighbours.get(stop).add(before);
            neighbours.get(before).add(stop);
        }
    }

    public boolean knows(String stop) {
        return zones.containsKey(stop);
    }

    public int zone(String stop) {
        Integer zone = zones.get(stop);
        if (zone == null) {
            throw new UnknownStop(stop);
        }
        return zone;
    }

    /** Stops on the way with the fewest of them, both ends included. */
    public List<String> route(String from, String to) {
        zone(from);
        zone(to);
        Map<String, String> came = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        open.add(from);
        came.put(from, from);
        while (!open.isEmpty()) {
            String stop = open.poll();
            if (stop.equals(to)) {
                break;
            }
            for (String next : neighbours.get(stop)) {
                if (!came.containsKey(next)) {
                    came.put(next, stop);
                    open.add(next);
                }
            }
        }
        if (!came.containsKey(to)) {
            return List.of();
        }
        Deque<String> route = new ArrayDeque<>();
        for (String stop = to; !stop.equals(from); stop = came.get(stop)) {
            route.addFirst(stop);
        }
        route.addFirst(from);
        return List.copyOf(route);
    }

    /** Zones that a journey touches. */
    public int zonesBetween(String from, String to) {
        TreeSet<Integer> touched = new TreeSet<>();
        for (String stop : route(from, to)) {
            touched.add(zones.get(stop));
        }
        return touched.size();
    }

    /** Asked for a stop that is on no line. */
    public static final class UnknownStop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnknownStop(String stop) {
            super("no stop called " + stop);
        }
    }
}
