package io.millrace.workers.pool;

import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.remote.RemoteSite;
import io.millrace.hadoop.staging.TreeDeletion;
import io.millrace.workers.fork.JvmCommand;
import io.millrace.workers.fork.JvmDirectory;
import io.millrace.workers.fork.JvmProcess;
import io.millrace.workers.fork.RemoteJvm;
import io.millrace.workers.fork.wire.JobSpec;
import io.millrace.workers.gang.GangCredentials;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.mapred.JobConf;

/** Starts the workers of one job, and deletes what they leave. Thread-safe. */
final class WorkerLauncher implements WorkerSource {

    private static final String MAIN = "io.millrace.workers.pool.child.WorkerMain";

    private final JobSpec job;
    private final int workers;
    private final RemoteSite site;
    private final TaskLogs logs;
    private final JvmCommand command;
    private final GangIdentity identity;

    /** The directories of the last worker of each rank. */
    private final Map<Integer, Queue<Path>> spills = new ConcurrentHashMap<>();

    WorkerLauncher(JobSpec job, int workers, RemoteSite site, TaskLogs logs) throws IOException {
        this.job = job;
        this.workers = workers;
        this.site = site;
        this.logs = logs;
        this.command = new JvmCommand(conf(), site.classPath(), site.clientLoader());
        this.identity = GangIdentity.make(GangCredentials.encrypts(conf()::get));
    }

    @Override
    public List<InetAddress> machines() {
        return List.of();
    }

    /** Starts a worker and sends it its job. */
    @Override
    public JvmProcess start(int rank, int start) throws IOException, InterruptedException {
        String name = "worker-" + rank + (start == 0 ? "" : "-" + start);
        deleteSpills(rank);
        Path folder = logs.folder(name);
        JvmDirectory directory =
                JvmDirectory.make(job.environment().workDirectory().resolve(name), site::linkInto);
        Path sockets = site.sockets();
        String id = job.environment().id().toString();
        return JvmProcess.start(
                TaskKind.MAP,
                "worker " + rank,
                command.worker(
                        name, directory.path(), folder, WorkerOptions.of(conf(), workers), MAIN),
                sockets.resolve(id + "-" + name),
                folder,
                RemoteJvm.silenceSeconds(conf()),
                new WorkerSpec(
                        rank,
                        workers,
                        start,
                        identity,
                        meeting().toString(),
                        spillDirectories(rank, id + "-" + name),
                        job));
    }

    private Path meeting() throws IOException {
        return site.sockets().resolve(job.environment().id() + "-workers");
    }

    /** Directories for one worker, on each of the disks that the job may use. */
    private List<Path> spillDirectories(int rank, String name) throws IOException {
        Queue<Path> made = new ConcurrentLinkedQueue<>();
        spills.put(rank, made);
        for (Path each : site.spillDirectories()) {
            made.add(Files.createDirectory(each.resolve(name)));
        }
        return List.copyOf(made);
    }

    /** Deletes what a worker has left, which has ended: its map output is made again. */
    private void deleteSpills(int rank) {
        Queue<Path> left = spills.remove(rank);
        if (left != null) {
            left.forEach(TreeDeletion::quietly);
        }
    }

    @Override
    public void close() {
        command.endProcesses();
        List.copyOf(spills.keySet()).forEach(this::deleteSpills);
        try {
            TreeDeletion.quietly(meeting());
        } catch (IOException e) {
            // There is no place for it, so it was not made.
        }
    }

    private JobConf conf() {
        return job.environment().conf();
    }
}
