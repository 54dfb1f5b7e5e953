package io.millrace.bench.exchange;

import io.millrace.daemons.Hosts;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where two ends are. The near one is in this process.
 *
 * @param near the address at which the near end listens
 * @param far the address at which the far end listens
 * @param command turns the command of the far end's process into one that runs there; null if the
 *     far end is a thread of this process
 */
record Site(String near, String far, @Nullable UnaryOperator<List<String>> command) {

    private static final String LOOPBACK = "127.0.0.1";

    /** Two threads of this process. */
    static Site ofThreads() {
        return new Site(LOOPBACK, LOOPBACK, null);
    }

    /** This process and another one of this machine. */
    static Site ofProcesses() {
        return new Site(LOOPBACK, LOOPBACK, UnaryOperator.identity());
    }

    /** This process and another one on the first of some hosts. */
    static Site ofHosts(Hosts hosts) {
        return new Site(hosts.ownAddress(), hosts.address(0), command -> hosts.command(0, command));
    }

    /** Lets the far end of a route join the near one. */
    Partner join(Route route, String address) throws IOException {
        return command == null
                ? new PartnerThread(() -> route.join(far, address))
                : PartnerProcess.start(command, route, far, address);
    }
}
