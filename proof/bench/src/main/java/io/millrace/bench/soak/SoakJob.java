package io.millrace.bench.soak;

import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.Settings;
import io.millrace.measure.process.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job in processes that write into one directory only. Used by one thread.
 *
 * @param home where Millrace is
 * @param directory of the job's files
 */
record SoakJob(Path home, Program program, Path input, Path directory) {

    /** The limit of silence of the workers. */
    static final int SILENCE_SECONDS = 2;

    static final int REDUCES = 5;

    private static final int MAPS = 12;

    /** Starts the job with further settings. Its output is in a new directory of this name. */
    Process start(String output, JobProcesses processes, List<String> settings) throws IOException {
        Files.createDirectories(temporary());
        List<String> command = new ArrayList<>();
        command.add(home.resolve("millrace").toString());
        command.addAll(List.of("jar", "--no-history"));
        command.add(TimedProcess.jar(home, program.workload().jar()).toString());
        List<String> options = new ArrayList<>(Settings.options(settings));
        options.addAll(JobReports.options(reports(output)));
        options.addAll(
                Settings.options(
                        "mapreduce.job.reduces=" + REDUCES,
                        "mapreduce.input.fileinputformat.split.maxsize=" + splitBytes(),
                        "hadoop.tmp.dir=" + temporary(),
                        "millrace.task.log.dir=" + directory.resolve("logs"),
                        "millrace.exchange.silence.seconds=" + SILENCE_SECONDS));
        command.addAll(program.command(options, this, directory.resolve(output)));
        Map<String, String> environment =
                Map.of("MILLRACE_OPTS", "-Djava.io.tmpdir=" + temporary());
        return processes.start(command, environment, directory, log(output));
    }

    /** A few map tasks for each slot. */
    long splitBytes() throws IOException {
        return 1 + bytes() / MAPS;
    }

    private long bytes() throws IOException {
        long bytes = 0;
        try (var files = Files.walk(input)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(each);
            }
        }
        return bytes;
    }

    /** Both output streams of a run. */
    Path log(String output) {
        return directory.resolve(output + ".log");
    }

    Path reports(String output) {
        return directory.resolve(output + "-reports");
    }

    /** The checkpoint of a loop, in its own directory. */
    Path checkpoint() {
        return directory.resolve("checkpoints").resolve("last");
    }

    /** The directory of all temporary files of the job. */
    Path temporary() {
        return directory.resolve("tmp");
    }
}
