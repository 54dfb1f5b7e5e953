package io.millrace.ui.live;

import com.sun.management.UnixOperatingSystemMXBean;
import io.millrace.files.listen.AcceptedRequest;
import io.millrace.files.listen.RequestListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a few addresses on a port of the loopback interface, on daemon threads that exist only
 * during requests. Rejected requests learn nothing about the addresses. The server supports the
 * minimum of HTTP: one request for each connection, without a body. Connections are few and
 * requests have a deadline, so that a client that fills the port takes no descriptor that a job
 * needs.
 */
final class PageServer {

    /** The handler of one address. */
    interface Route {
        void answer(Request request) throws IOException, InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int MAX_THREADS = 16;
    private static final long IDLE_SECONDS = 10;

    /** The deadline for reading a request. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int MOST_CONNECTIONS = 32;
    private static final int LEAST_CONNECTIONS = 8;

    /** Connections take at most this part of the files that the process may open. */
    private static final long SHARE = 16;

    private final int port;
    private final RequestListener<RequestHead> listener;
    private final ThreadPoolExecutor threads = threads();
    private final Guard guard;
    private final Map<String, Route> routes;

    private PageServer(
            int port,
            RequestListener<RequestHead> listener,
            Guard guard,
            Map<String, Route> routes) {
        this.port = port;
        this.listener = listener;
        this.guard = guard;
        this.routes = routes;
    }

    /**
     * Opens a server.
     *
     * @param port 0 for a free one
     * @throws IOException if the port is not available
     */
    static PageServer open(int port, Guard guard, Map<String, Route> routes) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open();
        PageServer made = null;
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
            made =
                    new PageServer(
                            socket.socket().getLocalPort(),
                            new RequestListener<>(
                                    socket, mostConnections(), PATIENCE, RequestHead::new),
                            guard,
                            routes);
            daemon(made::serve, "millrace-ui-listen").start();
            return made;
        } finally {
            if (made == null) {
                socket.close();
            }
        }
    }

    /** The limit of connections, which leaves most files to jobs. */
    private static int mostConnections() {
        long share =
                ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                        ? os.getMaxFileDescriptorCount() / SHARE
                        : MOST_CONNECTIONS;
        return (int) Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, share));
    }

    private static ThreadPoolExecutor threads() {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        MAX_THREADS,
                        MAX_THREADS,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        work -> daemon(work, "millrace-ui"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** A thread that inherits no locals and no classes of a job. */
    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(PageServer.class.getClassLoader());
        return thread;
    }

    int port() {
        return port;
    }

    /** Closes the port and all connections. */
    void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("The live page's port could not be closed", e);
        }
        threads.shutdownNow();
    }

    private void serve() {
        try {
            for (AcceptedRequest<RequestHead> next = listener.next();
                    next != null;
                    next = listener.next()) {
                AcceptedRequest<RequestHead> accepted = next;
                threads.execute(() -> answer(accepted));
            }
        } catch (IOException | RejectedExecutionException e) {
            LOG.debug("The live page is closed", e);
        }
    }

    private void answer(AcceptedRequest<RequestHead> accepted) {
        RequestHead head = accepted.request();
        try (accepted) {
            answer(head, new Request(head, accepted.channel()));
        } catch (IOException e) {
            LOG.debug("A client did not read its response", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("The live page failed to serve {}", head.path(), e);
        }
    }

    private void answer(RequestHead head, Request request)
            throws IOException, InterruptedException {
        String refusal = guard.refusal(request);
        Route route = routes.get(request.path());
        if (!head.isWhole()) {
            request.say(400, "bad request");
        } else if (refusal != null) {
            request.say(403, refusal);
        } else if (route == null) {
            request.say(404, "not found");
        } else {
            route.answer(request);
        }
    }
}
