package io.millrace.exchange.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's own maker of certificates, as a process: it has no public class that makes one. All
 * files are in a new directory that only this user can read, which is deleted.
 */
final class Keytool {

    private static final long MAX_SECONDS = 60;
    private static final String PASSWORD = "MILLRACE_STORE_PASSWORD";

    /** A key of the curve P-256; the names of machines do not count, so there are none. */
    private static final List<String> OPTIONS =
            List.of(
                    "-genkeypair",
                    "-alias",
                    "gang",
                    "-dname",
                    "CN=Millrace gang",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-sigalg",
                    "SHA256withECDSA",
                    "-startdate",
                    "-1d", // the clocks of machines differ
                    "-validity",
                    "3650",
                    "-storetype",
                    "PKCS12",
                    "-storepass:env",
                    PASSWORD);

    private final String program;

    /** The program of a Java home. */
    Keytool(Path java) {
        this.program = java.resolve("bin").resolve("keytool").toString();
    }

    /** That of this JVM. */
    static Keytool ofThisJvm() {
        return new Keytool(Path.of(System.getProperty("java.home")));
    }

    /**
     * Makes a key with a certificate that it has signed itself.
     *
     * @return a store of the type PKCS12
     * @throws IOException if the program is missing, or fails
     */
    byte[] make(String password) throws IOException {
        Path directory = Files.createTempDirectory("millrace-tls");
        Path store = directory.resolve("store");
        Path log = directory.resolve("log");
        try {
            run(password, store, log);
            return Files.readAllBytes(store);
        } finally {
            Files.deleteIfExists(store);
            Files.deleteIfExists(log);
            Files.delete(directory);
        }
    }

    private void run(String password, Path store, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(OPTIONS);
        command.addAll(List.of("-keystore", store.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(PASSWORD, password);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw failed("cannot be started: " + e.getMessage(), e);
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                throw failed("did not end within " + MAX_SECONDS + " s", null);
            }
            if (process.exitValue() != 0) {
                throw failed(
                        "ended with " + process.exitValue() + ": " + Files.readString(log).strip(),
                        null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("was interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private IOException failed(String how, @Nullable Exception cause) {
        return new IOException(
                "cannot make the certificate that encrypts the messages of workers, because "
                        + program
                        + " "
                        + how
                        + "; use a JDK or JRE that has it, or set millrace.exchange.tls=false",
                cause);
    }
}
