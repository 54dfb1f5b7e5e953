package io.millrace.ui.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.engine.config.BadSettingException;
import io.millrace.testing.Sampled;
import io.millrace.ui.job.ReportedJobs;
import io.millrace.ui.live.RawHttp.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in, and what is answered, while a job runs whose map attempts are held. */
@Sampled(oneIn = 3)
class LivePageTest {

    private final RawHttp http = new RawHttp(LiveProcess.port());

    @TempDir Path folder;

    private ReportedJobs jobs;
    private Job job;
    private String token;

    @BeforeEach
    void startJob() throws Exception {
        jobs = new ReportedJobs(folder);
        job = LiveProcess.shown(jobs.heldWordCount("held"));
        job.submit();
        token = LiveProcess.token();
    }

    @AfterEach
    void endJob() throws Exception {
        if (!job.isComplete()) {
            job.killJob();
        }
        job.waitForCompletion(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/view.json", "/metrics", "/kill", "/nothing"})
    void withoutTheTokenNobodyLearnsAnything(String path) throws Exception {
        String almost = token.substring(0, token.length() - 1);
        for (String query : List.of("", "?token=", "?token=" + almost, "?token=" + token + "0")) {
            Answer answer = http.send("GET", path + query);
            assertThat(answer.status()).as(query).isEqualTo(403);
            assertThat(answer.body()).doesNotContain("job_", token);
        }
        assertThat(http.send("GET", path, "Authorization: Bearer " + almost).status())
                .isEqualTo(403);
        assertThat(http.send("GET", path, "Authorization: Basic " + token).status()).isEqualTo(403);
    }

    @Test
    void theTokenLetsInAsParameterAndAsHeader() throws Exception {
        for (String path : List.of("/", "/view.json", "/metrics")) {
            assertThat(http.send("GET", path + "?token=" + token).status()).isEqualTo(200);
            assertThat(http.send("GET", path, bearer()).status()).isEqualTo(200);
        }
        assertThat(token).matches("[0-9a-f]{64}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(LiveProcess.file())))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:80",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "127.0.0.1@evil.example",
                "[::1].evil.example",
                "0.0.0.0",
                ""
            })
    void aSiteWhoseNameLeadsHereIsRefused(String host) throws Exception {
        Answer answer = http.sendOnly("GET", "/view.json", List.of("Host: " + host, bearer()));
        assertThat(answer.status()).isEqualTo(403);
    }

    @Test
    void oneHostIsNeeded() throws Exception {
        assertThat(http.sendOnly("GET", "/", List.of(bearer())).status()).isEqualTo(403);
        assertThat(http.send("GET", "/", "Host: 127.0.0.1", bearer()).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "localhost", "LocalHost:8080", "[::1]:8080", "[::1]"})
    void aPortMayBeForwardedFromElsewhere(String host) throws Exception {
        Answer answer =
                http.sendOnly(
                        "GET",
                        "/view.json",
                        List.of("Host: " + host, "Origin: http://" + host, bearer()));
        assertThat(answer.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "", "https://127.0.0.1", "file://"})
    void pagesOfOtherSitesAreRefused(String origin) throws Exception {
        for (String method : List.of("GET", "POST", "OPTIONS")) {
            Answer answer = http.send(method, killOf(job), "Origin: " + origin, bearer());
            assertThat(answer.status()).as(method).isEqualTo(403);
            assertThat(answer.head().toLowerCase(Locale.ROOT)).doesNotContain("access-control");
        }
        assertThat(job.getJobState()).isNotIn(killedOrFailed());
    }

    @Test
    void onlyAPostFromThePageWithTheTokenInAHeaderKills() throws Exception {
        waitUntilShown();
        assertThat(http.send("GET", killOf(job), bearer()).status()).isEqualTo(405);
        assertThat(http.send("GET", killOf(job) + "&token=" + token).status()).isEqualTo(405);
        assertThat(http.send("PUT", killOf(job), own(), bearer()).status()).isEqualTo(405);
        assertThat(http.send("POST", killOf(job) + "&token=" + token, own()).status())
                .isEqualTo(403);
        assertThat(http.send("POST", killOf(job), own()).status()).isEqualTo(403);
        assertThat(http.send("POST", killOf(job), bearer()).status()).isEqualTo(403);
        assertThat(job.getJobState()).isNotIn(killedOrFailed());
        assertThat(http.send("POST", killOf(job), own(), bearer()).status()).isEqualTo(202);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getJobState()).isEqualTo(State.KILLED);
        assertThat(job.getStatus().getFailureInfo()).contains("kill received from the live page");
        assertThat(http.send("POST", killOf(job), own(), bearer()).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../etc/passwd",
                "/..%2f..%2fetc%2fpasswd",
                "//",
                "/page.css",
                "/view.json/",
                "/view.json%00",
                "/kill/../view.json",
                "/index.html"
            })
    void thereIsNothingAtOtherAddresses(String path) throws Exception {
        assertThat(http.send("GET", path, bearer()).status()).isIn(400, 404);
    }

    @Test
    void nothingIsKeptSniffedFramedOrToldToOthers() throws Exception {
        for (String path : List.of("/", "/view.json", "/metrics", "/nothing", "/kill")) {
            Answer answer = http.send("GET", path, bearer());
            assertThat(answer.head())
                    .containsIgnoringCase("Cache-Control: no-store")
                    .containsIgnoringCase("X-Content-Type-Options: nosniff")
                    .containsIgnoringCase("Referrer-Policy: no-referrer")
                    .containsIgnoringCase("Cross-Origin-Resource-Policy: same-origin")
                    .containsIgnoringCase("Cross-Origin-Opener-Policy: same-origin")
                    .containsIgnoringCase("default-src 'none'")
                    .containsIgnoringCase("frame-ancestors 'none'")
                    .doesNotContain("unsafe", "Set-Cookie");
        }
        String first = http.send("GET", "/", bearer()).head();
        assertThat(first).containsPattern("script-src 'nonce-[A-Za-z0-9+/]{24}'");
        assertThat(http.send("GET", "/", bearer()).head()).isNotEqualTo(first);
    }

    /** Whoever listens at one loopback address listens at no other; at all of them, at this too. */
    @Test
    void itListensAtOneAddressOnly() throws Exception {
        assertThatThrownBy(() -> new Socket("127.0.0.2", LiveProcess.port()).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void onlyThisMachineReachesIt() throws Exception {
        for (NetworkInterface one : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : one.inetAddresses().toList()) {
                if (!address.isLoopbackAddress()) {
                    assertThatThrownBy(() -> new Socket(address, LiveProcess.port()).close())
                            .as("%s", address)
                            .isInstanceOf(IOException.class);
                }
            }
        }
        // Another loopback address is there without a network, too: a wildcard would take it.
        assertThatThrownBy(() -> new Socket("127.0.0.2", LiveProcess.port()).close())
                .isInstanceOf(IOException.class);
        new Socket(InetAddress.getLoopbackAddress(), LiveProcess.port()).close();
    }

    @Test
    void aViewHasTheAttemptsThatRunAndThenHowTheJobEnded() throws Exception {
        JsonNode view = waitUntilShown();
        assertThat(view.at("/report/job/state").asText()).isEqualTo("RUNNING");
        assertThat(view.at("/report/attempts"))
                .anySatisfy(attempt -> {
                    assertThat(attempt.get(1).asText()).isEqualTo("MAP");
                    assertThat(attempt.get(5).asText()).isEqualTo("RUNNING");
                });
        assertThat(view.at("/report/spans"))
                .anySatisfy(span -> assertThat(span.get(0).asText()).isEqualTo("MAP"));
        jobs.release();
        assertThat(job.waitForCompletion(false)).isTrue();
        JsonNode end = view("&job=" + job.getJobID());
        assertThat(end.at("/report/job/state").asText()).isEqualTo("SUCCEEDED");
        assertThat(end.get("report")).isEqualTo(jobs.json(job));
        assertThat(view("&job=" + job.getJobID() + "&had=" + job.getJobID()).has("report"))
                .isFalse();
    }

    @Test
    void aPageThatWaitsHearsOfTheEnd() throws Exception {
        long seen = waitUntilShown().get("changes").asLong();
        CompletableFuture<String> heard =
                CompletableFuture.supplyAsync(() -> stateOnceNotRunning(seen));
        jobs.release();
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(heard.get(60, TimeUnit.SECONDS)).isEqualTo("SUCCEEDED");
    }

    private String stateOnceNotRunning(long seen) {
        String state = "RUNNING";
        long changes = seen;
        while (state.equals("RUNNING")) {
            try {
                JsonNode view =
                        view("&page=waits&job=%s&seen=%d".formatted(job.getJobID(), changes));
                changes = view.get("changes").asLong();
                state = view.at("/report/job/state").asText();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return state;
    }

    @Test
    void jobsThatDoNotAskForThePageAreNotOnIt() throws Exception {
        waitUntilShown();
        jobs.release();
        Job quiet = jobs.wordCount("quiet");
        jobs.run(quiet);
        assertThat(view("").get("jobs").toString())
                .contains(job.getJobID().toString())
                .doesNotContain(quiet.getJobID().toString());
    }

    @Test
    void aPortThatIsTakenRefusesTheJobAndNamesTheKey() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Configuration conf = new Configuration();
            conf.setInt("millrace.ui.port", taken.getLocalPort());
            assertThatThrownBy(() -> new LiveObserver().submitted(conf))
                    .isInstanceOf(BadSettingException.class)
                    .hasMessageContaining("millrace.ui.port is " + taken.getLocalPort())
                    .hasMessageContaining("set another port, or 0 for a free one");
        }
    }

    @Test
    void aTokenFileThatCannotBeWrittenRefusesTheJobAndLeavesNoPage() throws Exception {
        Configuration conf = new Configuration();
        int port = LiveProcess.freePort();
        conf.setInt("millrace.ui.port", port);
        conf.set("millrace.ui.token.file", folder.resolve("missing/token").toString());
        assertThatThrownBy(() -> new LiveObserver().submitted(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("millrace.ui.token.file is ");
        // The server's own thread closes the port.
        for (long deadline = System.nanoTime() + 60_000_000_000L; listens(port); ) {
            assertThat(System.nanoTime()).as("nobody listens").isLessThan(deadline);
        }
    }

    private static boolean listens(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException e) {
            return false;
        } catch (SocketException e) {
            return true; // it closed while this connected
        }
    }

    private JsonNode waitUntilShown() throws Exception {
        JsonNode view = view("&job=" + job.getJobID());
        for (long deadline = System.nanoTime() + 60_000_000_000L;
                !view.at("/report/attempts").toString().contains("RUNNING")
                        || !view.at("/report/spans").toString().contains("\"MAP\"")
                        || !view.at("/report/job/id").asText().equals(job.getJobID().toString());
                view = view("&job=" + job.getJobID())) {
            assertThat(System.nanoTime()).as("the job is shown").isLessThan(deadline);
        }
        return view;
    }

    private JsonNode view(String more) throws IOException {
        Answer answer = http.send("GET", "/view.json?x=x" + more, bearer());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    private static String killOf(Job job) {
        return "/kill?job=" + job.getJobID();
    }

    private static List<State> killedOrFailed() {
        return List.of(State.KILLED, State.FAILED);
    }

    private String bearer() {
        return "Authorization: Bearer " + token;
    }

    private String own() {
        return "Origin: http://127.0.0.1:" + LiveProcess.port();
    }
}
