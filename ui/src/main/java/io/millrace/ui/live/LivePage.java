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

/** What the live page answers at its addresses. Thread-safe. */
final class LivePage {

    /** How often a page hears of a job that runs. */
    private static final long PACE_MILLIS = 1000;

    private static final long SLOWEST_MILLIS = 10_000;

    /** Of the time, making and drawing views takes no more than one part in so many. */
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
     * @throws IOException if nobody can listen on that port
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

    /** What a person opens. */
    String address() {
        return "http://127.0.0.1:" + port() + "/?token=" + token.text();
    }

    /** Waits, not for long, until the open pages have been told of what has changed. */
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
     * Answers with what there is to show: once something has changed that the page has not seen, or
     * a job has run on for a while, which is longer the longer it takes to make the view and to
     * draw it.
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
            request.say(404, "no such job runs: it may have ended");
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
