package io.millrace.ui.live;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.HadoopJob;
import io.millrace.hadoop.job.JobTable;
import io.millrace.ui.metrics.Metrics;
import io.millrace.ui.report.Page;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.mapreduce.JobID;

/** The addresses of the live page and their responses. Thread-safe. */
final class LivePage {

    /** How often a page gets the view of a running job. */
    private static final long PACE_MILLIS = 1000;

    private static final long SLOWEST_MILLIS = 10_000;

    /** Making and drawing views takes at most this part of the time. */
    private static final long SHARE = 20;

    private static final int NONCE_BYTES = 18;

    private final ShownJobs jobs;
    private final Metrics metrics;
    private final Pages pages = new Pages();
    private final Token token = new Token();
    private final SecureRandom random = new SecureRandom();
    private final PageServer server;
    private volatile long viewMillis;

    /**
     * Opens the page.
     *
     * @throws IOException if the port is not available
     */
    LivePage(int port, ShownJobs jobs, Metrics metrics) throws IOException {
        this.jobs = jobs;
        this.metrics = metrics;
        this.server =
                PageServer.open(
                        port,
                        new Guard(token),
                        Map.of(
                                "/", this::page,
                                "/view.json", this::view,
                                "/kill", this::kill,
                                "/metrics", this::metrics));
    }

    int port() {
        return server.port();
    }

    Token token() {
        return token;
    }

    /** The address for a browser, with the token. */
    String address() {
        return "http://127.0.0.1:" + port() + "/?token=" + token.text();
    }

    /** Waits a short time for the open pages to receive the last change. */
    void tell() throws InterruptedException {
        pages.awaitTold(jobs.changes());
    }

    void close() {
        server.close();
    }

    private void page(Request request) throws IOException {
        if (!request.method().equals("GET")) {
            request.allowOnly("GET");
            return;
        }
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = Base64.getEncoder().encodeToString(bytes);
        request.sendPage(Page.live(nonce), nonce);
    }

    /**
     * Sends the view: when something has changed that the page has not seen, or after a while,
     * since a running job changes. That while grows with the time to make and to draw a view.
     */
    private void view(Request request) throws IOException, InterruptedException {
        if (!request.method().equals("GET")) {
            request.allowOnly("GET");
            return;
        }
        String page = Objects.requireNonNullElse(request.parameter("page"), "");
        boolean waits = pages.asks(page);
        long change = 0;
        try {
            if (waits) {
                long cost = SHARE * (viewMillis + Math.max(0, request.number("drawn")));
                jobs.awaitChange(
                        request.number("seen"),
                        Math.min(SLOWEST_MILLIS, Math.max(PACE_MILLIS, cost)));
            }
            long start = System.nanoTime();
            change = jobs.changes();
            String view = jobs.view(request.parameter("job"), request.parameter("had"));
            viewMillis = (System.nanoTime() - start) / 1_000_000;
            request.sendJson(view);
        } finally {
            if (waits) {
                pages.answered(page, change);
            }
        }
    }

    private void kill(Request request) throws IOException {
        if (!request.method().equals("POST")) {
            request.allowOnly("POST");
            return;
        }
        String id = Objects.requireNonNullElse(request.parameter("job"), "");
        HadoopJob job =
                jobs.runs(id)
                        ? JobTable.of(MillraceProcess.current()).find(JobID.forName(id))
                        : null;
        if (job == null) {
            request.say(404, "the job is not running; it may have ended");
            return;
        }
        job.kill("kill received from the live page");
        request.say(202, id + " is being killed");
    }

    private void metrics(Request request) throws IOException {
        if (request.method().equals("GET")) {
            request.send(Metrics.CONTENT_TYPE, metrics.text());
        } else {
            request.allowOnly("GET");
        }
    }
}
