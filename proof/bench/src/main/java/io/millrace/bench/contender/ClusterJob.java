package io.millrace.bench.contender;

import io.millrace.bench.job.Settings;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A workload on a running cluster: what its servers and the tasks take counts. The output is
 * fetched from HDFS, untimed. Used by one thread.
 *
 * @param home where Millrace is
 * @param name of the contender, for messages
 * @param input on HDFS
 * @param options of the launcher, before the jar
 */
public record ClusterJob(
        java.nio.file.Path home,
        String name,
        HadoopCluster cluster,
        Path input,
        List<String> options,
        List<String> jobOptions) {

    public ClusterJob {
        options = List.copyOf(options);
        jobOptions = List.copyOf(jobOptions);
    }

    /** Puts a local file or directory on the cluster's HDFS, in place of an earlier one. */
    public static Path copied(HadoopCluster cluster, Workload workload, java.nio.file.Path input)
            throws IOException {
        FileSystem files = cluster.files();
        Path onHdfs = files.makeQualified(new Path("/input/" + workload.word()));
        files.delete(onHdfs, true);
        files.copyFromLocalFile(false, true, new Path(input.toUri()), onHdfs);
        return onHdfs;
    }

    /** Runs it; {@code work} is a local directory for the log. */
    public Runner runner(Workload workload, java.nio.file.Path work) {
        return Runner.ofHadoop(output -> run(workload, output, work));
    }

    private Figures run(Workload workload, java.nio.file.Path output, java.nio.file.Path work)
            throws IOException, InterruptedException, MeasurementException {
        FileSystem files = cluster.files();
        Path onHdfs = files.makeQualified(new Path("/output/" + workload.word()));
        List<String> settings = new ArrayList<>(jobOptions);
        settings.addAll(Settings.options("mapreduce.framework.name=yarn"));
        settings.addAll(Launched.STOCK_LOCAL_FILES);
        List<String> arguments = workload.command(settings, input.toString(), onHdfs.toString());
        Map<String, String> environment = Map.of("HADOOP_CONF_DIR", cluster.conf().toString());
        files.delete(onHdfs, true); // of a run that failed
        Figures taken =
                TimedProcess.job(home, name, options, workload.jar(), arguments, environment)
                        .run(work, cluster.processes());
        Servers.awaitCalm(cluster);
        files.copyToLocalFile(true, onHdfs, new Path(output.toUri()), true);
        return taken;
    }
}
