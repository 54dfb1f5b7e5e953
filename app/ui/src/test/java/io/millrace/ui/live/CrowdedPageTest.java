package io.millrace.ui.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ui.job.ReportedJobs;
import io.millrace.ui.job.ShownProgram;
import io.millrace.ui.live.RawHttp.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another user of the machine, without the token, crowds the page of a job with few descriptors.
 */
class CrowdedPageTest {

    private static final int LIMIT_SECONDS = 120;
    private static final int DESCRIPTORS = 384;

    @TempDir Path folder;

    private final int port = LiveProcess.freePort();
    private final RawHttp http = new RawHttp(port);
    private final List<Socket> crowd = new ArrayList<>();
    private Process process;
    private String token;

    private void start() throws Exception {
        Path file = folder.resolve("token");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "ulimit -n " + DESCRIPTORS + "; exec \"$@\"",
                                "sh",
                                java,
                                "-Xmx512m",
                                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ShownProgram.class.getName(),
                                folder.toString(),
                                Integer.toString(port),
                                file.toString())
                        .redirectOutput(folder.resolve("program.txt").toFile())
                        .redirectErrorStream(true)
                        .start();
        for (long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
                !Files.exists(file);
                TimeUnit.MILLISECONDS.sleep(10)) {
            assertThat(process.isAlive()).as("the program runs").isTrue();
            assertThat(System.nanoTime()).as("the token is there").isLessThan(deadline);
        }
        token = Files.readString(file);
    }

    @AfterEach
    void end() throws Exception {
        for (Socket each : crowd) {
            each.close();
        }
        process.destroyForcibly().waitFor();
    }

    private void join(String said) throws IOException {
        Socket socket = new Socket();
        crowd.add(socket);
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        try {
            socket.getOutputStream().write(said.getBytes(StandardCharsets.US_ASCII));
        } catch (SocketException e) {
            // Another one has its place.
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 400})
    void unfinishedRequestsKeepNobodyWaitingAndFailNoJob(int requests) throws Exception {
        start();
        for (int i = 0; i < requests; i++) {
            join(i % 2 == 0 ? "" : "GET /view.json HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        }
        assertThat(descriptors()).isLessThan(DESCRIPTORS);
        Answer answer = http.send("GET", "/metrics", "Authorization: Bearer " + token);
        assertThat(answer.status()).isEqualTo(200);
        new ReportedJobs(folder).release();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("program.txt")))
                .isZero();
    }

    private long descriptors() throws IOException {
        Path open = Path.of("/proc", Long.toString(process.pid()), "fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        try (var files = Files.list(open)) {
            return files.count();
        }
    }

    @Test
    void whatIsNoRequestIsRefusedAndNothingIsLogged() throws Exception {
        start();
        assertThat(http.send("GET", "/%zz?%zz=%&token=%", "Authorization: x").status())
                .isEqualTo(403);
        assertThat(http.send("GET", "http://127.0.0.1/").status()).isEqualTo(400);
        assertThat(http.send("GET", "/", "no colon").status()).isEqualTo(400);
        assertThat(http.send("GET", "/", "Long: " + "x".repeat(20_000)).status()).isEqualTo(400);
        assertThat(Files.readString(folder.resolve("program.txt"))).doesNotContain("Exception");
    }
}
