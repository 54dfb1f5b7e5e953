package io.millrace.daemons;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network namespace for each node, joined by a bridge that has the address of the masters. Needs
 * root and iproute2. One thread opens and closes it; the addresses are fixed.
 */
final class Namespaces implements Network {

    /** Before the id of the process that made it, so that others see whether that process lives. */
    private static final String PREFIX = "mr";

    private static final int FIRST_HOST = 10;
    private static final AtomicInteger MADE = new AtomicInteger();

    private final String name;
    private final String subnet;
    private final int nodes;

    private Namespaces(String name, String subnet, int nodes) {
        this.name = name;
        this.subnet = subnet;
        this.nodes = nodes;
    }

    /** Why this machine cannot have any; empty if it can. */
    static Optional<String> hindrance() {
        try {
            if (!Command.run("id -u").equals("0")) {
                return Optional.of("the user is not root");
            }
            Command.run("ip netns list");
            Command.run("tc -V");
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Makes the namespaces.
     *
     * @param megabits rate of each node in each direction, in Mbit/s; 0 for no limit
     */
    static Namespaces open(int nodes, int megabits) throws IOException {
        removeOrphans();
        long process = ProcessHandle.current().pid();
        int number = MADE.incrementAndGet();
        // Up to 15 characters are a name of an interface.
        String name = PREFIX + process + "x" + number;
        String subnet = "10.%d.%d.".formatted(64 + (process / 256 + number) % 128, process % 256);
        Namespaces made = new Namespaces(name, subnet, nodes);
        boolean whole = false;
        try {
            Command.run("ip link add %s type bridge".formatted(name));
            Command.run("ip addr add %s1/24 dev %s".formatted(subnet, name));
            Command.run("ip link set %s up".formatted(name));
            for (int node = 0; node < nodes; node++) {
                made.add(node, megabits);
            }
            whole = true;
            return made;
        } finally {
            if (!whole) {
                made.close();
            }
        }
    }

    private void add(int node, int megabits) throws IOException {
        String space = namespace(node);
        Command.run("ip netns add " + space);
        Command.run("ip link add %s type veth peer name eth0 netns %s".formatted(space, space));
        Command.run("ip link set %s master %s up".formatted(space, name));
        Command.run("ip -n %s addr add %s/24 dev eth0".formatted(space, node(node).host()));
        Command.run("ip -n %s link set eth0 up".formatted(space));
        Command.run("ip -n %s link set lo up".formatted(space));
        if (megabits > 0) {
            String rate = " root tbf rate %dmbit burst 128kb latency 100ms".formatted(megabits);
            Command.run("tc qdisc add dev " + space + rate);
            Command.run("tc -n %s qdisc add dev eth0%s".formatted(space, rate));
        }
    }

    private String namespace(int node) {
        return name + "n" + node;
    }

    @Override
    public Place master() {
        return new Place(subnet + 1, List.of());
    }

    @Override
    public Place node(int index) {
        return new Place(
                subnet + (FIRST_HOST + index), List.of("ip", "netns", "exec", namespace(index)));
    }

    @Override
    public void link(int node, boolean up) throws IOException {
        Command.run("ip link set %s %s".formatted(namespace(node), up ? "up" : "down"));
    }

    /** Removes everything; processes in the namespaces have to have ended. */
    @Override
    public void close() throws IOException {
        for (int node = 0; node < nodes; node++) {
            if (exists("ip netns list", namespace(node))) {
                remove(namespace(node));
            }
        }
        if (exists("ip -br link show type bridge", name)) {
            Command.run("ip link del " + name);
        }
    }

    /** Those of JVMs that were killed, with the processes that they left in there. */
    private static void removeOrphans() throws IOException {
        for (String space : Command.run("ip netns list").lines().toList()) {
            String word = space.split(" ", -1)[0];
            if (isOrphan(word)) {
                for (String process : Command.run("ip netns pids " + word).lines().toList()) {
                    ProcessHandle.of(Long.parseLong(process))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
                remove(word);
            }
        }
        for (String link : Command.run("ip -br link show type bridge").lines().toList()) {
            String word = link.split(" ", -1)[0];
            if (isOrphan(word)) {
                Command.run("ip link del " + word);
            }
        }
    }

    private static boolean isOrphan(String word) {
        return word.matches(PREFIX + "\\d+x\\d+(n\\d+)?")
                && ProcessHandle.of(Long.parseLong(word.substring(2, word.indexOf('x')))).isEmpty();
    }

    /** The link first: a namespace keeps it for a moment, and its name with it. */
    private static void remove(String space) throws IOException {
        if (exists("ip -br link show type veth", space)) {
            Command.run("ip link del " + space);
        }
        Command.run("ip netns del " + space);
    }

    private static boolean exists(String list, String word) throws IOException {
        return Command.run(list).lines().anyMatch(line -> line.split("[ @]", -1)[0].equals(word));
    }
}
