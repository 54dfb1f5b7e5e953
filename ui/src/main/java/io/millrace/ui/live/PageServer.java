package io.millrace.ui.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a few addresses on a port of the loopback interface, on daemon threads that are there only
 * while somebody asks. Whoever is not let in learns nothing about what there is.
 */
final class PageServer {

    /** What answers at one address. */
    interface Route {
        void answer(Request request) throws IOException, InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(PageServer.class);
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int MAX_THREADS = 16;
    private static final long IDLE_SECONDS = 10;

    private final HttpServer server;
    private final Guard guard;
    private final Map<String, Route> routes;

    private PageServer(HttpServer server, Guard guard, Map<String, Route> routes) {
        this.server = server;
        this.guard = guard;
        this.routes = routes;
    }

    /**
     * Opens a server.
     *
     * @param port 0 for a free one
     * @throws IOException if nobody can listen there
     */
    static PageServer open(int port, Guard guard, Map<String, Route> routes) throws IOException {
        HttpServer server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
        PageServer made = new PageServer(server, guard, routes);
        server.createContext("/", made::handle);
        server.setExecutor(threads());
        made.start();
        return made;
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

    /** Of no job's making: it has none of a job's inheritable locals, and none of its classes. */
    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(PageServer.class.getClassLoader());
        return thread;
    }

    /** The server's own thread is a daemon if the one that starts it is. */
    private void start() {
        Thread starter = daemon(server::start, "millrace-ui-start");
        starter.start();
        boolean interrupted = false;
        while (starter.isAlive()) {
            try {
                starter.join();
            } catch (InterruptedException e) {
                interrupted = true; // it takes a moment only
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Answers nobody any more. */
    void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) {
        try {
            Request request = new Request(exchange);
            String refusal = guard.refusal(request);
            Route route = routes.get(request.path());
            if (refusal != null) {
                request.say(403, refusal);
            } else if (route == null) {
                request.say(404, "there is nothing at this address");
            } else {
                route.answer(request);
            }
        } catch (IOException e) {
            LOG.debug("An answer was not taken", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("The live page could not answer {}", exchange.getRequestURI().getPath(), e);
        } finally {
            exchange.close();
        }
    }
}
