package io.millrace.bench.soak;

import io.millrace.bench.job.JobReports;
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

    /** Starts the job. Its output is in a new directory of this name. */
    Process start(String output, JobProcesses processes, List<String> options) throws IOException {
        Files.createDirectories(temporary());
        List<String> command = new ArrayList<>();
        command.add(home.resolve("millrace").toString());
        command.addAll(List.of("jar", "--no-history"));
        command.add(TimedProcess.jar(home, program.workload().jar()).toString());
        List<String> settings = new ArrayList<>(options);
        settings.addAll(JobReports.options(reports(output)));
        add("mapreduce.job.reduces=" + REDUCES, settings);
        add("mapreduce.input.fileinputformat.split.maxsize=" + splitBytes(), settings);
        add("hadoop.tmp.dir=" + temporary(), settings);
        add("millrace.task.log.dir=" + directory.resolve("logs"), settings);
        add("millrace.exchange.silence.seconds=" + SILENCE_SECONDS, settings);
        command.addAll(program.command(settings, this, directory.resolve(output)));
        Map<String, String> environment =
                Map.of("MILLRACE_OPTS", "-Djava.io.tmpdir=" + temporary());
        return processes.start(command, environment, directory, log(output));
    }

    private static void add(String setting, List<String> settings) {
        settings.add("-D");
        settings.add(setting);
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
