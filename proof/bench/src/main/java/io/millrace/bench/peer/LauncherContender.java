package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Runner;
import io.millrace.bench.job.TimedProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A framework that runs a job in the client's process, where the launcher starts it. */
public record LauncherContender(
        Path home, String word, String name, List<String> jobOptions, List<String> starter)
        implements Contender {

    /** Hadoop's own local file systems, in place of those that the launcher sets. */
    public static final List<String> STOCK_LOCAL_FILES =
            List.of(
                    "-D",
                    "fs.file.impl=org.apache.hadoop.fs.LocalFileSystem",
                    "-D",
                    "fs.AbstractFileSystem.file.impl=org.apache.hadoop.fs.local.LocalFs");

    public static LauncherContender millrace(Path home, List<String> common) {
        List<String> options = new ArrayList<>(common);
        options.addAll(List.of("-D", "mapreduce.framework.name=millrace"));
        return new LauncherContender(home, "millrace", "Millrace", options, List.of());
    }

    /** With a worker for each core. */
    static LauncherContender workers(Path home, List<String> common, int workers) {
        List<String> options = new ArrayList<>(common);
        options.addAll(
                List.of(
                        "-D",
                        "mapreduce.framework.name=millrace",
                        "-D",
                        "millrace.workers=" + workers));
        return new LauncherContender(
                home,
                "millrace-workers",
                "Millrace, %d workers".formatted(workers),
                options,
                List.of());
    }

    /** As it is without any setting: one map and one reduce task at a time. */
    static LauncherContender hadoop(Path home, List<String> common) {
        return new LauncherContender(
                home,
                "hadoop",
                "Hadoop's local runner",
                hadoopOptions(common, List.of()),
                List.of());
    }

    /** With so many map and as many reduce tasks at a time. */
    public static LauncherContender hadoopWithSlots(Path home, List<String> common, int slots) {
        return new LauncherContender(
                home,
                "hadoop-slots",
                "Hadoop's local runner, %d+%d slots".formatted(slots, slots),
                hadoopOptions(
                        common,
                        List.of(
                                "-D", "mapreduce.local.map.tasks.maximum=" + slots,
                                "-D", "mapreduce.local.reduce.tasks.maximum=" + slots)),
                List.of());
    }

    /** The same, with its processes started by another command, whose words these are. */
    public LauncherContender startedBy(List<String> command) {
        return new LauncherContender(home, word, name, jobOptions, command);
    }

    private static List<String> hadoopOptions(List<String> common, List<String> more) {
        List<String> options = new ArrayList<>(common);
        options.addAll(List.of("-D", "mapreduce.framework.name=local"));
        options.addAll(STOCK_LOCAL_FILES);
        options.addAll(more);
        return options;
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return Optional.empty();
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        return output ->
                TimedProcess.job(
                                home,
                                name,
                                workload.jar(),
                                workload.command(
                                        jobOptions,
                                        input.toUri().toString(),
                                        output.toUri().toString()),
                                Map.of())
                        .startedBy(starter)
                        .run(work, List.of());
    }
}
