package io.millrace.verify.run;

import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/**
 * A run of the user's program under one framework, in a separate process, which the caller starts
 * with {@link #arguments} and {@link #environment}. When it has ended, the output of its jobs is
 * moved into the directory of the run, so that the next run starts as this one did.
 *
 * <p>Outputs are not redirected at submission: by then the output format has checked the directory,
 * and the program reads it, gives it to its next job or renames it by the name that it knows. A run
 * with another directory would be another program.
 */
public final class SideRun {

    private static final String OPTIONS_VARIABLE = "MILLRACE_OPTS";

    private final Side side;
    private final Path directory;
    private final Path notes;
    private final Path outputs;

    /** A run that keeps its files in {@code directory}, which is made. */
    public SideRun(Side side, Path directory) throws IOException {
        this.side = side;
        this.directory = directory;
        this.notes = Files.createDirectories(directory.resolve("jobs"));
        this.outputs = Files.createDirectories(directory.resolve("output"));
    }

    public Side side() {
        return side;
    }

    /** The directory of the run, where the caller keeps the log of its process. */
    public Path directory() {
        return directory;
    }

    /** Arguments of the launcher for a job's jar with its arguments. */
    public static List<String> arguments(List<String> job) {
        List<String> arguments = new ArrayList<>(List.of("jar", "--no-history"));
        arguments.addAll(job);
        return arguments;
    }

    /** Variables for the process, beside those of this one. */
    public Map<String, String> environment() {
        // Read by the launcher as words, so no file name may be among the options.
        String user = System.getenv(OPTIONS_VARIABLE);
        return Map.of(
                OPTIONS_VARIABLE,
                user == null ? options() : user + " " + options(),
                RecordingProvider.NOTES_VARIABLE,
                notes.toString());
    }

    private String options() {
        String framework = "-D" + RecordingProvider.SIDE + "=" + side.framework();
        return side.hadoopsOrder()
                ? framework + " -D" + RecordingProvider.HADOOPS_ORDER + "=true"
                : framework;
    }

    private List<JobNote> jobs() throws IOException {
        List<JobNote> jobs = new ArrayList<>();
        try (Stream<Path> files = Files.list(notes)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".properties"))
                            .sorted()
                            .toList()) {
                jobs.add(JobNote.read(file));
            }
        }
        return jobs;
    }

    /**
     * Moves the output of the jobs away, and returns the result of the run.
     *
     * @param log of the process
     */
    public RunResult end(int exitCode, Path log) throws IOException {
        List<JobNote> jobs = jobs();
        Set<String> written = new LinkedHashSet<>();
        for (JobNote job : jobs) {
            if (!job.output().isEmpty()) {
                written.add(job.output());
            }
        }
        Configuration conf = new Configuration();
        FileSystem local = FileSystem.getLocal(conf);
        var directory = local.makeQualified(new org.apache.hadoop.fs.Path(outputs.toString()));
        int number = 0;
        for (String output : written) {
            var from = new org.apache.hadoop.fs.Path(output);
            move(
                    from,
                    new org.apache.hadoop.fs.Path(directory, ++number + "-" + from.getName()),
                    conf);
        }
        List<FinishedJob> finished = jobs.stream().map(JobNote::job).toList();
        return new RunResult(
                side,
                exitCode,
                failure(exitCode, finished, log),
                jobs,
                new Outcome(finished, OutputTree.read(directory)));
    }

    /** The number of an output, by the name of its directory; 0 for a directory of another kind. */
    static int numberOf(String directory) {
        int end = directory.indexOf('-');
        return end < 1 ? 0 : Integer.parseInt(directory.substring(0, end));
    }

    /** Programs often return 0 although their job failed. */
    private static Optional<String> failure(int exitCode, List<FinishedJob> jobs, Path log)
            throws IOException {
        Optional<String> failed =
                jobs.stream().filter(job -> !job.succeeded()).map(FinishedJob::name).findFirst();
        if (exitCode == 0 && failed.isEmpty()) {
            return Optional.empty();
        }
        String subject =
                failed.map(name -> "job " + name + " failed").orElse("exit code " + exitCode);
        return Optional.of(subject + ": " + FailureCause.in(log));
    }

    private static void move(
            org.apache.hadoop.fs.Path output, org.apache.hadoop.fs.Path to, Configuration conf)
            throws IOException {
        FileSystem from = output.getFileSystem(conf);
        if (from.exists(output)
                && !FileUtil.copy(from, output, to.getFileSystem(conf), to, true, conf)) {
            throw new IOException(
                    "cannot move " + output + " to " + to + "; the next run would meet it");
        }
    }
}
