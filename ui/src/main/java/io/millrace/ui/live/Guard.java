package io.millrace.ui.live;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which requests are let in. Other users of the machine and pages of other sites can reach the
 * port too: they do not know the token. A site whose name leads to this machine (DNS rebinding) is
 * known by the host that its requests ask for, and a page of another site by its origin. What
 * changes anything takes the token in a header, which no page can make another site's browser send.
 */
final class Guard {

    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Token token;

    Guard(Token token) {
        this.token = token;
    }

    /** Why a request is refused; null if it is not. */
    @Nullable String refusal(Request request) {
        String host = request.header("Host");
        if (host == null || !isThisMachine(host)) {
            return "ask for this page by the address that the process printed, which begins with http://127.0.0.1";
        }
        boolean writes = !request.method().equals("GET");
        String origin = request.header("Origin");
        if (origin == null ? writes || request.has("Origin") : !origin.equals("http://" + host)) {
            return "requests of other sites are not answered";
        }
        boolean known =
                token.isIn(request.header("Authorization"))
                        || (!writes && token.is(request.parameter("token")));
        return known
                ? null
                : "this takes the token of the process: open the address that it printed";
    }

    /** Whatever the port: it may have been forwarded from another machine's. */
    private static boolean isThisMachine(String host) {
        int port = host.lastIndexOf(':');
        boolean bare = port < 0 || host.endsWith("]");
        String name = bare ? host : host.substring(0, port);
        return HOSTS.contains(name.toLowerCase(Locale.ROOT));
    }
}
