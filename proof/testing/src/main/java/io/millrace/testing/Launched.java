package io.millrace.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A run of the launcher that has ended: its exit code and both streams. */
public record Launched(int exitCode, String out, String err) {

    private static final Path ROOT = Checkout.root();
    private static final long LIMIT_SECONDS = 300;

    /**
     * A start of {@code ./millrace} that is being put together; the environment holds nothing of
     * Hadoop's.
     */
    public static final class Launcher {

        private final ProcessBuilder builder;
        private final Path scratch;
        private long limitSeconds = LIMIT_SECONDS;

        public Launcher(Path scratch) {
            this(scratch, ROOT.resolve("millrace"));
        }

        public Launcher(Path scratch, Path script) {
            this.scratch = scratch;
            builder = new ProcessBuilder(script.toString());
            builder.directory(scratch.toFile());
            Map<String, String> environment = builder.environment();
            environment
                    .keySet()
                    .removeIf(name -> name.startsWith("HADOOP_") || name.startsWith("MILLRACE_"));
            environment.put("MILLRACE_BUILD", "off");
            environment.put("MILLRACE_JAVA_HOME", System.getProperty("java.home"));
            environment.put("XDG_CACHE_HOME", scratch.resolve("cache").toString());
            environment.put("XDG_CONFIG_HOME", scratch.resolve("config").toString());
            environment.put("XDG_STATE_HOME", scratch.resolve("state").toString());
            environment.put("HADOOP_HEAPSIZE_MAX", "768");
        }

        public Launcher with(String name, Object value) {
            builder.environment().put(name, value.toString());
            return this;
        }

        public Launcher without(String name) {
            builder.environment().remove(name);
            return this;
        }

        /** How long a run may take before it fails; for more than one command. */
        public Launcher within(Duration limit) {
            limitSeconds = limit.toSeconds();
            return this;
        }

        public Launched run(Object... arguments) throws IOException, InterruptedException {
            Path out = Files.createTempFile(scratch, "out", "");
            Path err = Files.createTempFile(scratch, "err", "");
            Process process = start(out, err, arguments);
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        "still running after " + limitSeconds + " s: " + builder.command());
            }
            return new Launched(
                    process.exitValue(),
                    Files.readString(out, UTF_8),
                    Files.readString(err, UTF_8));
        }

        public Process start(Path out, Path err, Object... arguments) throws IOException {
            List<String> command = new ArrayList<>(builder.command().subList(0, 1));
            for (Object argument : arguments) {
                command.add(argument.toString());
            }
            return builder.command(command)
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
        }
    }

    /** The directory that the build puts together, as in an installation. */
    public static Path dist() {
        return ROOT.resolve("app/cli/target/dist");
    }

    /** The launcher of this source tree. */
    public static Path script() {
        return ROOT.resolve("millrace");
    }

    public Launched succeeded() {
        return endedWith(0);
    }

    public Launched endedWith(int expected) {
        if (exitCode != expected) {
            throw new AssertionError(
                    "exit code "
                            + exitCode
                            + " instead of "
                            + expected
                            + "; standard error: "
                            + err
                            + "; standard output: "
                            + out);
        }
        return this;
    }

    /** The one line of standard error. */
    public String complaint() {
        if (err.lines().count() != 1) {
            throw new AssertionError("not one line of standard error: " + err);
        }
        return err.strip();
    }
}
