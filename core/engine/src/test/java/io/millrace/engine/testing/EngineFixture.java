package io.millrace.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.Engine;
import io.millrace.engine.job.JobExecution;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An engine of its own for one test, and the check that a test leaves nothing behind: no memory
 * held, no job, no file below the spill directory, no thread but those that it says it abandoned.
 */
public final class EngineFixture implements AutoCloseable {

    private final Engine engine;
    private final Settings settings;
    private final Path spillDirectory;

    private EngineFixture(Engine engine, Settings settings, Path spillDirectory) {
        this.engine = engine;
        this.settings = settings;
        this.spillDirectory = spillDirectory;
    }

    /** An engine with three threads of each kind, unless {@code settings} say otherwise. */
    public static EngineFixture open(Path spillDirectory, Map<String, String> settings) {
        Settings all = key -> settings.getOrDefault(key, key.endsWith(".threads") ? "3" : null);
        return new EngineFixture(Engine.open(all), all, spillDirectory);
    }

    public Engine engine() {
        return engine;
    }

    /** A job that spills into the fixture's directory. */
    public ByteJob job(String name) {
        return ByteJob.named(name, spillDirectory);
    }

    public JobExecution start(ByteJob job) {
        return engine.start(job, engine.plan(job.shape(), settings));
    }

    /** Runs a job to its end. */
    public void run(ByteJob job) throws Exception {
        start(job).await();
    }

    /** Names of the threads of all engines of this process that live. */
    public static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("millrace-"))
                .sorted()
                .toList();
    }

    /** Says that no job holds anything; called while none runs. */
    public void assertNothingHeld() throws IOException {
        assertThat(engine.idle()).as("idle").isTrue();
        assertThat(engine.memoryHeldBytes()).as("bytes of record memory held").isZero();
        try (Stream<Path> left = Files.list(spillDirectory)) {
            assertThat(left).as("spill directories left").isEmpty();
        }
    }

    /**
     * Closes the engine after the checks; threads that a test abandoned must have ended by then.
     */
    @Override
    public void close() throws IOException {
        try {
            assertNothingHeld();
        } finally {
            engine.close();
        }
        try {
            Await.until("no thread of the engine is left", () -> threads().isEmpty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the engine's threads ended", e);
        }
    }
}
