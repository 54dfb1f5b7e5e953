package io.millrace.bench.soak;

import io.millrace.bench.contender.Launched;
import io.millrace.bench.job.Settings;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job that runs in a gang of two workers on a cluster. Used by one thread.
 *
 * @param home where Millrace is
 * @param input on HDFS
 * @param splitBytes the most bytes of a split
 * @param directory for logs
 */
record GangJob(
        Path home,
        HadoopCluster cluster,
        Workload workload,
        org.apache.hadoop.fs.Path input,
        long splitBytes,
        Path directory) {

    private static final List<String> SETTINGS =
            List.of(
                    "mapreduce.framework.name=yarn",
                    "mapreduce.job.reduces=" + SoakJob.REDUCES,
                    "mapreduce.reduce.memory.mb=768",
                    "millrace.gang.slots=3",
                    "millrace.exchange.silence.seconds=" + SoakJob.SILENCE_SECONDS);

    /** Starts its client. */
    Process start(JobProcesses processes) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(home.resolve("millrace").toString());
        command.addAll(List.of("jar", "--no-history", "--on", "gang", "--workers", "2"));
        command.add(TimedProcess.jar(home, workload.jar()).toString());
        List<String> options = new ArrayList<>(Launched.STOCK_LOCAL_FILES);
        options.addAll(Settings.options(SETTINGS));
        options.addAll(
                Settings.options("mapreduce.input.fileinputformat.split.maxsize=" + splitBytes));
        command.addAll(workload.command(options, input.toString(), output().toString()));
        Map<String, String> environment = Map.of("HADOOP_CONF_DIR", cluster.conf().toString());
        return processes.start(command, environment, directory, log());
    }

    /** On HDFS. */
    org.apache.hadoop.fs.Path output() {
        return new org.apache.hadoop.fs.Path("/output/" + directory.getFileName());
    }

    /** Both output streams of the client. */
    Path log() {
        return directory.resolve("log");
    }
}
