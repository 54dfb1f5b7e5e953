package io.millrace.daemons;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hosts on this machine: a network namespace each, joined by a bridge. Needs root and iproute2
 * ({@link ClusterShape#namespacesHindrance}). Used by one thread.
 */
public final class Hosts implements Closeable {

    private final Namespaces namespaces;

    private Hosts(Namespaces namespaces) {
        this.namespaces = namespaces;
    }

    /**
     * Makes hosts.
     *
     * @param megabits rate of each host in each direction, in Mbit/s; 0 for no limit
     */
    public static Hosts open(int count, int megabits) throws IOException {
        return new Hosts(Namespaces.open(count, megabits));
    }

    /** The address at which the hosts reach this process. */
    public String ownAddress() {
        return namespaces.master().host();
    }

    /** The address of a host. */
    public String address(int host) {
        return namespaces.node(host).host();
    }

    /** A command that runs on a host. */
    public List<String> command(int host, List<String> command) {
        List<String> there = new ArrayList<>(namespaces.node(host).prefix());
        there.addAll(command);
        return there;
    }

    /** Removes the hosts, whose processes have ended. */
    @Override
    public void close() throws IOException {
        namespaces.close();
    }
}
