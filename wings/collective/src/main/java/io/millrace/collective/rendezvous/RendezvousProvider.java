package io.millrace.collective.rendezvous;

import io.millrace.engine.config.Settings;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Connects the workers of gangs if it can. Found as a service: a job's gang uses the first suitable
 * provider on this module's class path. The client and each worker choose it by the job's settings,
 * so all find the same. Thread-safe.
 */
public interface RendezvousProvider {

    /**
     * Why this provider cannot connect workers of a job with these settings; empty if it can. A
     * sentence for the user, such as "tasks run in separate JVMs".
     */
    Optional<String> obstacle(Settings job);

    /**
     * Adds to a gang's job what its workers need to meet. Called by the client before it submits
     * the job.
     *
     * @param directory a directory of the loop that the workers can reach
     * @throws IOException if that cannot be made
     */
    default void prepare(Job job, Path directory) throws IOException {}

    /**
     * The rendezvous of a worker with its gang, which the caller closes.
     *
     * @param rank the worker's number
     * @param task the worker's task
     */
    Rendezvous rendezvous(
            MillraceProcess process, GangMember worker, int rank, TaskAttemptContext task)
            throws IOException;

    /**
     * Forgets a gang whose workers will not return. Called in the process that submitted its job.
     */
    void forget(MillraceProcess process, String gang);

    /** The providers on the class path, in its order. */
    private static List<RendezvousProvider> all() {
        return ServiceLoader.load(
                        RendezvousProvider.class, RendezvousProvider.class.getClassLoader())
                .stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * The provider for a job with these settings.
     *
     * @throws IllegalStateException if there is none; the message lists all obstacles
     */
    static RendezvousProvider of(Settings job) {
        StringBuilder obstacles = new StringBuilder();
        for (RendezvousProvider each : all()) {
            Optional<String> obstacle = each.obstacle(job);
            if (obstacle.isEmpty()) {
                return each;
            }
            obstacles.append(obstacles.isEmpty() ? "" : "; ").append(obstacle.get());
        }
        throw new IllegalStateException("the workers of a gang cannot meet: " + obstacles);
    }
}
