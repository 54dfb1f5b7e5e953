package io.millrace.hadoop.worker;

import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.secret.GangSecret;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.fork.ForkedAttempts;
import io.millrace.hadoop.fork.JvmCommand;
import io.millrace.hadoop.fork.JvmDirectory;
import io.millrace.hadoop.fork.JvmProcess;
import io.millrace.hadoop.fork.wire.JobSpec;
import io.millrace.hadoop.logs.TaskLogs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Starts the workers of one job. Thread-safe. */
final class WorkerLauncher {

    private static final String MAIN = "io.millrace.hadoop.worker.child.WorkerMain";

    /** Below that, a JVM with Hadoop's classes has hardly room for records. */
    private static final long LEAST_HEAP = 128L << 20;

    private static final List<String> OPTIONS =
            List.of(JobConf.MAPRED_MAP_TASK_JAVA_OPTS, "mapred.child.java.opts");

    private final JobSpec job;
    private final int workers;
    private final ForkedAttempts.Site site;
    private final TaskLogs logs;
    private final JvmCommand command;
    private final GangSecret secret = GangSecret.random();

    WorkerLauncher(JobSpec job, int workers, ForkedAttempts.Site site, TaskLogs logs) {
        this.job = job;
        this.workers = workers;
        this.site = site;
        this.logs = logs;
        this.command =
                new JvmCommand(job.environment().conf(), site.classPath(), site.clientLoader());
    }

    /**
     * Starts a worker and sends it its job.
     *
     * @param start how many workers of that rank came before
     */
    JvmProcess start(int rank, int start) throws IOException, InterruptedException {
        String name = "worker-" + rank + (start == 0 ? "" : "-" + start);
        Path folder = logs.folder(name);
        JvmDirectory directory =
                JvmDirectory.make(job.environment().workDirectory().resolve(name), site::linkInto);
        Path sockets = site.sockets();
        String id = job.environment().id().toString();
        return JvmProcess.start(
                TaskKind.MAP,
                "worker " + rank,
                command.of(TaskKind.MAP, name, directory.path(), folder, heap(), MAIN),
                sockets.resolve(id + "-" + name),
                folder,
                new WorkerSpec(
                        rank, workers, start, secret, sockets.resolve(id + "-workers"), job));
    }

    /** The workers share the heap of this process, unless the job sets the heap of a task's JVM. */
    private List<String> heap() {
        Configuration conf = job.environment().conf();
        for (String key : OPTIONS) {
            if (KeyOrigin.chosen(conf, key) && conf.get(key, "").contains("-Xmx")) {
                return List.of();
            }
        }
        if (KeyOrigin.chosen(conf, MRJobConfig.MAP_MEMORY_MB)) {
            return List.of();
        }
        long bytes = Math.max(LEAST_HEAP, Runtime.getRuntime().maxMemory() / workers);
        return List.of("-Xmx" + (bytes >> 20) + "m");
    }
}
