package io.millrace.ui.live;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are accepted. Other users of the machine and pages of other sites can
 * reach the port, but do not know the token. The host of a request reveals a site whose name
 * resolves to this machine (DNS rebinding), and the origin reveals a page of another site. Requests
 * that change something need the token in a header, which no page can make a browser send to
 * another site.
 */
final class Guard {

    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Token token;

    Guard(Token token) {
        this.token = token;
    }

    /** The reason to reject a request; null to accept it. */
    @Nullable String refusal(Request request) {
        String host = request.header("Host");
        if (host == null || !isThisMachine(host)) {
            return "open the address that the process printed; it starts with http://127.0.0.1";
        }
        boolean writes = !request.method().equals("GET");
        String origin = request.header("Origin");
        if (origin == null ? writes || request.has("Origin") : !origin.equals("http://" + host)) {
            return "requests from other sites are rejected";
        }
        boolean known =
                token.isIn(request.header("Authorization"))
                        || (!writes && token.is(request.parameter("token")));
        return known
                ? null
                : "the token is missing or wrong: open the address that the process printed";
    }

    /** Any port is allowed, since it may be forwarded from another machine. */
    private static boolean isThisMachine(String host) {
        int port = host.lastIndexOf(':');
        boolean bare = port < 0 || host.endsWith("]");
        String name = bare ? host : host.substring(0, port);
        return HOSTS.contains(name.toLowerCase(Locale.ROOT));
    }
}
