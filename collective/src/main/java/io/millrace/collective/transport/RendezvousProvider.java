package io.millrace.collective.transport;

import io.millrace.engine.config.Settings;
import io.millrace.files.process.MillraceProcess;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Brings the workers of gangs together where it can. Found as a service: of those on the class path
 * beside this module, a job's gang meets by the first that can. The client and each worker look for
 * it by the job's settings, so all find the same. Thread-safe.
 */
public interface RendezvousProvider {

    /**
     * Why workers of a job with these settings cannot meet here; empty if they can. The beginning
     * of a sentence about the job, for its user, such as "tasks are in JVMs of their own".
     */
    Optional<String> obstacle(Settings job);

    /** Where a worker of a gang meets the others. */
    Rendezvous rendezvous(MillraceProcess process, GangMember worker);

    /** Forgets a gang whose workers will not come again. Called where its job was submitted. */
    void forget(MillraceProcess process, String gang);

    /** Those on the class path, in its order. */
    private static List<RendezvousProvider> all() {
        return ServiceLoader.load(
                        RendezvousProvider.class, RendezvousProvider.class.getClassLoader())
                .stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * The one for a job with these settings.
     *
     * @throws IllegalArgumentException if there is none; the message is what each of them says
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
        throw new IllegalArgumentException("the workers of a gang cannot meet: " + obstacles);
    }
}
