package io.millrace.ui.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.Job;

/** The live page of this process, which has one for all tests: the first job opens it. */
final class LiveProcess {

    private static final int PORT = freePort();
    private static final Path TOKEN = tokenFile();

    private LiveProcess() {}

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Path tokenFile() {
        try {
            return Files.createTempDirectory("live").resolve("token");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Has the job shown. */
    static Job shown(Job job) {
        job.getConfiguration().setInt("millrace.ui.port", PORT);
        job.getConfiguration().set("millrace.ui.token.file", TOKEN.toString());
        return job;
    }

    static int port() {
        return PORT;
    }

    static Path file() {
        return TOKEN;
    }

    /** Once the first job was submitted. */
    static String token() throws IOException {
        return Files.readString(TOKEN);
    }
}
