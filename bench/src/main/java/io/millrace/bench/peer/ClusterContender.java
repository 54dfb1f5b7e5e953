package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.cluster.HadoopCluster;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Figures;
import io.millrace.bench.job.Runner;
import io.millrace.bench.job.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop as a cluster of one machine. Its servers are started for the first workload and stay; what
 * they and the tasks take counts. The input is put on HDFS, and the output fetched, untimed.
 */
final class ClusterContender implements Contender {

    private final java.nio.file.Path home;
    private final java.nio.file.Path jars;
    private final List<String> jobOptions;
    private @Nullable HadoopCluster cluster;

    ClusterContender(java.nio.file.Path home, List<String> jobOptions) {
        this.home = home;
        this.jobOptions = jobOptions;
        jars = home.resolve("bench/target/dist/hadoop");
    }

    @Override
    public String word() {
        return "hadoop-cluster";
    }

    @Override
    public String name() {
        return "Hadoop, pseudo-distributed";
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return Files.isDirectory(jars)
                ? Optional.empty()
                : Optional.of(
                        "there is no " + jars + "; mvn -pl bench -am -DskipTests package makes it");
    }

    @Override
    public Runner prepare(Workload workload, java.nio.file.Path input, java.nio.file.Path work)
            throws IOException, InterruptedException, BenchException {
        HadoopCluster running = cluster;
        if (running == null) {
            running = HadoopCluster.start(jars);
            cluster = running;
        }
        Path onHdfs = new Path("/input/" + workload.word());
        running.files().copyFromLocalFile(false, true, new Path(input.toUri()), onHdfs);
        return new JobRunner(running, workload, onHdfs, work);
    }

    private final class JobRunner implements Runner {

        private final HadoopCluster running;
        private final Workload workload;
        private final Path input;
        private final java.nio.file.Path work;

        JobRunner(HadoopCluster running, Workload workload, Path input, java.nio.file.Path work) {
            this.running = running;
            this.workload = workload;
            this.input = input;
            this.work = work;
        }

        @Override
        public Figures run(java.nio.file.Path output)
                throws IOException, InterruptedException, BenchException {
            FileSystem files = running.files();
            Path onHdfs = files.makeQualified(new Path("/output/" + workload.word()));
            List<String> options = new ArrayList<>(jobOptions);
            options.addAll(List.of("-D", "mapreduce.framework.name=yarn"));
            options.addAll(LauncherContender.STOCK_LOCAL_FILES);
            List<String> arguments =
                    workload.command(
                            options, files.makeQualified(input).toString(), onHdfs.toString());
            Map<String, String> environment = Map.of("HADOOP_CONF_DIR", running.conf().toString());
            Figures taken =
                    TimedProcess.job(home, name(), workload.jar(), arguments, environment)
                            .run(work, running.processes());
            running.awaitCalm();
            files.copyToLocalFile(true, onHdfs, new Path(output.toUri()), true);
            return taken;
        }
    }

    @Override
    public void close() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }
}
