package io.millrace.cluster.gang;

import io.millrace.engine.job.remote.TaskResources;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.orders.OrdersChannel;
import io.millrace.exchange.orders.WorkerCalls;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.workers.fork.RemoteJvm;
import io.millrace.workers.fork.wire.JobSpec;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.pool.ForSlot;
import io.millrace.workers.pool.WorkerSource;
import io.millrace.workers.pool.WorkerSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/** The workers of a gang: each calls the driver; one that is lost, the cluster starts again. */
final class GangWorkers implements WorkerSource {

    private final GangTerms terms;
    private final int driver;
    private final JobSpec job;
    private final WorkerCalls calls;
    private final EarlyCalls early;
    private final List<InetAddress> machines;
    private final Map<Integer, MessageChannel> links = new ConcurrentHashMap<>();

    /**
     * @param driver the attempt of the driver's task
     * @param early the connections of the workers that have called
     * @param machines from which they have called, by rank
     */
    GangWorkers(
            GangTerms terms,
            int driver,
            JobSpec job,
            WorkerCalls calls,
            EarlyCalls early,
            List<InetAddress> machines) {
        this.terms = terms;
        this.driver = driver;
        this.job =
                new JobSpec(
                        withoutCredentials(job.environment()),
                        List.of(),
                        resources(job.resources()));
        this.calls = calls;
        this.early = early;
        this.machines = machines;
    }

    /** The cluster has given each worker the job's credentials, which must not cross a network. */
    private static JobEnvironment withoutCredentials(JobEnvironment job) {
        JobConf conf = new JobConf(job.conf());
        conf.setCredentials(new Credentials());
        return new JobEnvironment(
                job.id(),
                conf,
                job.classes(),
                UserGroupInformation.createRemoteUser(job.user().getUserName()),
                job.splits(),
                job.workDirectory());
    }

    /** A worker has a whole container, with a core for each slot. */
    private static TaskResources resources(TaskResources share) {
        return new TaskResources(
                share.slots(), share.slots(), share.memoryBytes(), share.slabBytes());
    }

    @Override
    public List<InetAddress> machines() {
        return machines;
    }

    @Override
    public RemoteJvm start(int rank, int start) throws IOException, InterruptedException {
        OrdersChannel channel = start == 0 ? early.take(rank) : calls.await(rank, terms.patience());
        if (channel == null) {
            throw new IOException(
                    "worker %d of the gang was lost, and no other has started within %d s"
                            .formatted(rank, terms.patience().toSeconds()));
        }
        SocketAddress address = channel.address();
        MessageChannel link = channel.messages();
        boolean sent = false;
        try {
            link.send(
                    new WorkerSpec(
                            rank,
                            terms.workers(),
                            start,
                            null,
                            terms.workersFile(driver).toString(),
                            List.of(),
                            job));
            sent = true;
        } finally {
            if (!sent) {
                link.close();
            }
        }
        links.put(rank, link);
        return new CalledWorker(rank, address, link);
    }

    /** Tells all workers how much of the job is done. */
    void tell(float progress) {
        for (MessageChannel each : links.values()) {
            try {
                each.send(new ForSlot(ForSlot.NONE, new Order.Progress(progress)));
            } catch (IOException e) {
                // It was lost, which the pool of workers notices.
            }
        }
    }

    /** Nothing: containers and their directories are the cluster's. */
    @Override
    public void close() {}
}
