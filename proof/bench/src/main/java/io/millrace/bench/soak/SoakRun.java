package io.millrace.bench.soak;

import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.job.JobReports;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of a job, in which one thing happens. Used by one thread. */
final class SoakRun {

    /** A job that takes longer hangs. */
    private static final long BOUND_SECONDS = 120;

    /** How long processes may outlive their job. */
    private static final long END_SECONDS = 15;

    /** So little that the workers spill. */
    private static final String LITTLE_MEMORY = "2m";

    private static final String SMALL_SLAB = "16k";

    private static final long POLL_MILLIS = 10;
    private static final double START_SECONDS = 2;

    /** After that, a worker that gives no sign of life is lost. */
    private static final double BEYOND_SECONDS = SoakJob.SILENCE_SECONDS + 3;

    private static final double NANOS = 1e9;

    private final SoakJob job;
    private final int workers;
    private final ResultsDirectory results;
    private final JobProcesses processes;

    /** How messages name the processes that were hit. */
    private final List<String> victims = new ArrayList<>();

    /** The disk to be filled; null if the event is another one. */
    private @Nullable WorkerDisk disk;

    /** A job with so many workers. Stacks of threads are kept with the results. */
    SoakRun(SoakJob job, int workers, ResultsDirectory results) {
        this.job = job;
        this.workers = workers;
        this.results = results;
        this.processes = new JobProcesses(job.directory().toString());
    }

    /** Runs the job in one process and then with workers, without any event. */
    Reference calm() throws IOException, InterruptedException, MeasurementException {
        requireSuccess(job.start(Reference.OUTPUT, processes, List.of()), Reference.OUTPUT);
        Process process = job.start("calm", processes, settings("tcp", false));
        awaitWorkers(process, 1);
        long first = System.nanoTime();
        requireSuccess(process, "calm");
        Reference reference = Reference.of(job, (System.nanoTime() - first) / NANOS);
        requireResult(reference, "calm");
        requireNothingLeft();
        return reference;
    }

    /** Runs the job with an event. */
    Finding run(Plan plan, Reference reference) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String hit = "nothing";
        String end = "";
        String fault = null;
        try {
            Process process = job.start("out", processes, settings(plan));
            hit = strike(plan, reference, process);
            end = end(plan, reference, process);
            if (disk != null) {
                disk.requireEmpty();
                disk.unmount();
            }
            requireNothingLeft();
        } catch (MeasurementException e) {
            fault = e.getMessage();
            keepLogs(plan);
        } finally {
            processes.all().forEach(ProcessHandle::destroyForcibly);
            if (disk != null) {
                disk.unmount();
            }
        }
        return new Finding(plan, hit, end, (System.nanoTime() - start) / NANOS, strays(), fault);
    }

    /** The first lines of failures that name neither a process that was hit nor the full disk. */
    private List<String> strays() throws IOException {
        List<String> reasons = new ArrayList<>(victims);
        if (disk != null) {
            reasons.add(disk.directory().toString());
        }
        List<String> strays = new ArrayList<>();
        for (String name : List.of("out", "again")) {
            for (String failure : JobReports.failures(job.reports(name))) {
                if (reasons.stream().noneMatch(failure::contains)) {
                    strays.add(failure.lines().findFirst().orElse(""));
                }
            }
        }
        return strays;
    }

    private void keepLogs(Plan plan) throws IOException {
        for (String name : List.of("out", "again")) {
            if (Files.exists(job.log(name))) {
                Files.copy(job.log(name), results.file("log-%d-%s".formatted(plan.seed(), name)));
            }
        }
    }

    private List<String> settings(Plan plan) {
        List<String> settings = new ArrayList<>(settings(plan.transport(), plan.overlapped()));
        if (plan.event() == Event.ONE_TOO_MANY) {
            settings.add("millrace.workers.deaths=0");
        }
        if (plan.event() == Event.DISK) {
            settings.add("millrace.spill.directories=" + spills());
        }
        if (plan.event() == Event.DISK || plan.littleMemory()) {
            settings.add("millrace.memory.max=" + LITTLE_MEMORY);
            settings.add("millrace.memory.slab.size=" + SMALL_SLAB);
        }
        return settings;
    }

    /** The directory of the runs of workers, below which each has its own. */
    private Path spills() {
        return job.temporary().resolve("spills");
    }

    private List<String> settings(String transport, boolean overlapped) {
        List<String> settings = new ArrayList<>(job.program().settings(workers));
        settings.add("millrace.workers=" + workers);
        settings.add("millrace.exchange.transport=" + transport);
        settings.add("millrace.exchange.overlap=" + overlapped);
        return settings;
    }

    private String strike(Plan plan, Reference reference, Process process)
            throws IOException, InterruptedException, MeasurementException {
        if (plan.event() == Event.START) {
            return stopAtStart(plan, process);
        }
        awaitWorkers(process, 1);
        if (plan.event() == Event.DISK) {
            disk = WorkerDisk.mount(spills(), plan.victim() % workers);
        }
        double after = plan.moment() * reference.workerSeconds();
        process.waitFor((long) (after * NANOS), TimeUnit.NANOSECONDS);
        String moment = String.format(Locale.ROOT, " after %.2f s", after);
        if (plan.event() == Event.CLIENT) {
            JobProcesses.signal("KILL", process.toHandle());
            return "the client" + moment;
        }
        if (plan.event() == Event.DISK) {
            return fillDisk() + moment;
        }
        List<ProcessHandle> running = processes.workers();
        int count = Math.min(running.size(), plan.event() == Event.TWO_WORKERS ? 2 : 1);
        for (int i = 0; i < count; i++) {
            hit(plan, running.get((plan.victim() + i) % running.size()));
        }
        return count + " of " + running.size() + " workers" + moment;
    }

    /** Most workers take a second or two to start. */
    private String stopAtStart(Plan plan, Process process)
            throws IOException, InterruptedException {
        awaitWorkers(process, 1 + plan.victim() % workers);
        double after = plan.moment() * START_SECONDS;
        process.waitFor((long) (after * NANOS), TimeUnit.NANOSECONDS);
        List<ProcessHandle> running = processes.workers();
        if (running.isEmpty()) {
            return "nothing";
        }
        strike("STOP", running.get(running.size() - 1));
        return String.format(
                Locale.ROOT, "worker %d to start, after %.2f s", running.size(), after);
    }

    private String fillDisk() throws IOException {
        if (disk == null) {
            return "nothing, because no disk can be mounted here,";
        }
        disk.fill();
        return "the disk of " + disk.directory().getFileName();
    }

    private void strike(String signal, ProcessHandle worker)
            throws IOException, InterruptedException {
        victims.add("(process " + worker.pid() + ")");
        JobProcesses.signal(signal, worker);
    }

    private void hit(Plan plan, ProcessHandle worker) throws IOException, InterruptedException {
        if (plan.event() == Event.PAUSE || plan.event() == Event.LONG_PAUSE) {
            double beyond = plan.event() == Event.PAUSE ? 0 : BEYOND_SECONDS;
            strike("STOP", worker);
            TimeUnit.MILLISECONDS.sleep((long) ((beyond + plan.pauseSeconds()) * 1000));
            JobProcesses.signal("CONT", worker);
        } else {
            strike("KILL", worker);
        }
    }

    private void awaitWorkers(Process process, int count) throws InterruptedException {
        while (process.isAlive() && processes.workers().size() < count) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private String end(Plan plan, Reference reference, Process process)
            throws IOException, InterruptedException, MeasurementException {
        int exit = await(process, "out");
        if (exit == 0) {
            requireResult(reference, "out");
            return "the same result";
        }
        if (plan.event() == Event.CLIENT) {
            return again(plan, reference);
        }
        if (plan.event() == Event.ONE_TOO_MANY && namesTheDeaths()) {
            return "failed for that reason";
        }
        if (plan.event() == Event.DISK && namesTheDisk()) {
            return "failed for that reason";
        }
        throw new MeasurementException(
                "the job ended with exit code " + exit + ":\n" + TimedProcess.end(job.log("out")));
    }

    private String again(Plan plan, Reference reference)
            throws IOException, InterruptedException, MeasurementException {
        requireNoProcess();
        boolean resumes = Files.exists(job.checkpoint());
        requireSuccess(job.start("again", processes, settings(plan)), "again");
        requireResult(reference, "again");
        if (!resumes) {
            return "the same result when run again";
        }
        if (!Files.readString(job.log("again")).contains("The loop resumes after iteration")) {
            throw new MeasurementException("the loop has not resumed from its checkpoint");
        }
        return "the same result when resumed";
    }

    private boolean namesTheDeaths() throws IOException {
        String log = Files.readString(job.log("out"));
        return log.contains("1 workers of the job ended unexpectedly, and 0 may");
    }

    private boolean namesTheDisk() throws IOException {
        String log = Files.readString(job.log("out"));
        return disk != null
                && log.contains("No space left on device")
                && log.contains(disk.directory().toString());
    }

    private void requireSuccess(Process process, String name)
            throws IOException, InterruptedException, MeasurementException {
        int exit = await(process, name);
        if (exit != 0) {
            throw new MeasurementException(
                    "%s ended with exit code %d:%n%s"
                            .formatted(name, exit, TimedProcess.end(job.log(name))));
        }
    }

    private int await(Process process, String name)
            throws IOException, InterruptedException, MeasurementException {
        if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
            dump(processes.all());
            throw new MeasurementException(
                    "%s has not ended after %d s; the stacks of its threads are in %s"
                            .formatted(name, BOUND_SECONDS, results));
        }
        return process.exitValue();
    }

    private void dump(List<ProcessHandle> all) throws IOException, InterruptedException {
        for (ProcessHandle each : all) {
            JobProcesses.dump(
                    each,
                    results.file(
                            "threads-%s-%d".formatted(job.directory().getFileName(), each.pid())));
        }
    }

    private void requireNoProcess() throws IOException, InterruptedException, MeasurementException {
        List<ProcessHandle> left = processes.awaitEnd(END_SECONDS);
        if (!left.isEmpty()) {
            dump(left);
            throw new MeasurementException(
                    "%d processes were left %d s after the end of the job: %s"
                            .formatted(left.size(), END_SECONDS, left));
        }
    }

    /** The right result, and no checkpoint of the loop that has come to it. */
    private void requireResult(Reference reference, String name)
            throws IOException, MeasurementException {
        reference.require(job, name);
        Path checkpoints = Objects.requireNonNull(job.checkpoint().getParent());
        if (Files.exists(checkpoints)) {
            requireNoFile(checkpoints);
        }
    }

    /** No process, so no port either, and no file. */
    private void requireNothingLeft()
            throws IOException, InterruptedException, MeasurementException {
        requireNoProcess();
        requireNoFile(job.temporary());
        Scratch.delete(job.temporary());
    }

    /**
     * Nobody can delete a directory on which a disk is mounted. The sign by which the next process
     * finds it may then stay as well.
     */
    private boolean isSignBesideDisk(Path file) {
        return disk != null && file.getFileName().toString().startsWith(".in-use-");
    }

    private void requireNoFile(Path directory) throws IOException, MeasurementException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> left =
                    files.filter(each -> !Files.isDirectory(each) && !isSignBesideDisk(each))
                            .toList();
            if (!left.isEmpty()) {
                throw new MeasurementException("files were left: " + left);
            }
        }
    }
}
