package io.millrace.fuzz.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Stops one of a job's workers at a random point, its start included. The worker continues soon, or
 * later than the limit of silence, or never. No stop may change a result, and a worker that does
 * not continue must be ended.
 */
final class WorkerStop {

    private static final String TEMPORARY = "-Djava.io.tmpdir=";
    private static final int MOST_ATTEMPTS = 5;
    private static final int START_MILLIS = 1500;
    private static final int ATTEMPT_MILLIS = 150;
    private static final int POLL_MILLIS = 2;

    /** Pauses within the limit of silence and beyond it, and none that ends. */
    private static final List<Optional<Integer>> PAUSES_MILLIS =
            List.of(Optional.of(500), Optional.of(7000), Optional.empty());

    /** A stopped worker that lives longer was forgotten. */
    private static final long FORGOTTEN_SECONDS = 60;

    private final Path directory;
    private final int attempts;
    private final int delayMillis;
    private final int victim;
    private final Optional<Integer> pauseMillis;
    private final Thread thread = new Thread(this::run, "fuzz-worker-stop");
    private volatile boolean jobEnded;
    private volatile String fault = "";

    /**
     * A stop that has not begun.
     *
     * @param directory of the temporary files of one job at a time
     */
    private WorkerStop(Path directory, Random random) {
        this.directory = directory;
        this.attempts = random.nextInt(MOST_ATTEMPTS);
        this.delayMillis = random.nextInt(attempts == 0 ? START_MILLIS : ATTEMPT_MILLIS);
        this.victim = random.nextInt(MOST_ATTEMPTS);
        this.pauseMillis = PAUSES_MILLIS.get(random.nextInt(PAUSES_MILLIS.size()));
    }

    /** Waits for the job's workers from now on, and stops one of them. */
    static WorkerStop begin(Path directory, Random random) {
        WorkerStop begun = new WorkerStop(directory, random);
        begun.thread.setDaemon(true);
        begun.thread.start();
        return begun;
    }

    /** Called when the job has ended; returns what is wrong, or an empty text. */
    String end() {
        jobEnded = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a run was abandoned", e);
        }
        return fault;
    }

    private void run() {
        try {
            awaitMoment();
            List<ProcessHandle> running = workers();
            if (!jobEnded && !running.isEmpty()) {
                stop(running.get(victim % running.size()));
            }
        } catch (IOException | InterruptedException | ExecutionException e) {
            fault = "no worker can be stopped: " + e;
        }
    }

    /** Returns when so many attempts have begun, and a little later, or when the job has ended. */
    private void awaitMoment() throws IOException, InterruptedException {
        Set<Path> begun = new HashSet<>();
        List<ProcessHandle> running = workers();
        while (!jobEnded && (running.isEmpty() || begun.size() < attempts)) {
            Thread.sleep(POLL_MILLIS);
            running = workers();
            for (ProcessHandle each : running) {
                addAttempts(temporary(each), begun);
            }
        }
        Thread.sleep(delayMillis);
    }

    private List<ProcessHandle> workers() {
        return ProcessHandle.current()
                .children()
                .filter(each -> temporary(each).startsWith(directory))
                .toList();
    }

    /** The directory for temporary files of a JVM; empty for another process. */
    private static Path temporary(ProcessHandle process) {
        return Arrays.stream(process.info().arguments().orElse(new String[0]))
                .filter(each -> each.startsWith(TEMPORARY))
                .map(each -> Path.of(each.substring(TEMPORARY.length())))
                .findFirst()
                .orElse(Path.of(""));
    }

    /** Each attempt that begins has a directory beside that of its worker. */
    private static void addAttempts(Path temporary, Set<Path> begun) throws IOException {
        Path worker = temporary.getParent();
        if (worker == null) {
            return; // it has just ended
        }
        Path job = Objects.requireNonNull(worker.getParent());
        if (Files.exists(job)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(job, "attempt_*")) {
                all.forEach(begun::add);
            }
        }
    }

    private void stop(ProcessHandle worker)
            throws IOException, InterruptedException, ExecutionException {
        signal("STOP", worker);
        if (pauseMillis.isPresent()) {
            Thread.sleep(pauseMillis.get());
            signal("CONT", worker);
            return;
        }
        try {
            worker.onExit().get(FORGOTTEN_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            fault = "a stopped worker was not ended within " + FORGOTTEN_SECONDS + " s";
            worker.destroyForcibly();
        }
    }

    private static void signal(String name, ProcessHandle process)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor(); // it may have ended meanwhile
    }
}
