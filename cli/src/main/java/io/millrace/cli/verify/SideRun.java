package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.Installation;
import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutputTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/**
 * A run of the user's program under one framework, in a process of its own. When it has ended, what
 * its jobs wrote is moved into the directory of the run, so that the next run finds things as this
 * one did.
 */
final class SideRun {

    private final Side side;
    private final Path directory;
    private final Path notes;
    private final Path outputs;

    /** A run that keeps what it has in {@code directory}, which is made. */
    SideRun(Side side, Path directory) throws IOException {
        this.side = side;
        this.directory = directory;
        this.notes = Files.createDirectories(directory.resolve("jobs"));
        this.outputs = Files.createDirectories(directory.resolve("output"));
    }

    /** What the process printed, both streams. */
    Path log() {
        return directory.resolve("log");
    }

    /**
     * Runs {@code millrace jar} with these arguments to its end.
     *
     * @return the exit code
     */
    int run(List<String> arguments) throws IOException, InterruptedException, CommandException {
        System.err.println("millrace: running under " + side.title() + "; log in " + log());
        List<String> command =
                new ArrayList<>(List.of(Installation.launcher().toString(), "jar", "--no-history"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("MILLRACE_BUILD", "off");
        // Read by the launcher as words, so no file name may be among the options.
        builder.environment().merge("MILLRACE_OPTS", options(), (user, ours) -> user + " " + ours);
        builder.environment().put(RecordingProvider.NOTES_VARIABLE, notes.toString());
        builder.redirectErrorStream(true).redirectOutput(log().toFile());
        Process process = builder.start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }

    private String options() {
        String framework = "-D" + RecordingProvider.SIDE + "=" + side.framework();
        return side.hadoopsOrder()
                ? framework + " -D" + RecordingProvider.HADOOPS_ORDER + "=true"
                : framework;
    }

    /** The jobs of the run, in the order in which they were submitted. */
    List<JobNote> jobs() throws IOException {
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

    /** Moves away what the jobs wrote, and tells what the run left behind. */
    Outcome take() throws IOException {
        List<FinishedJob> finished = new ArrayList<>();
        Set<String> written = new LinkedHashSet<>();
        for (JobNote job : jobs()) {
            finished.add(job.job());
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
        return new Outcome(finished, OutputTree.read(directory));
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
