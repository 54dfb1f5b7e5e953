package io.millrace.collective.transport;

import io.millrace.engine.config.Settings;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.config.TaskIsolation;
import io.millrace.hadoop.config.TaskKeys;
import java.util.Optional;
import java.util.Set;

/** Connects workers whose tasks are threads of this process. */
public final class InProcess implements RendezvousProvider {

    private static final String FRAMEWORK = "mapreduce.framework.name";

    /** Frameworks whose tasks are threads of the client's process. */
    private static final Set<String> FRAMEWORKS = Set.of("millrace", "local");

    @Override
    public Optional<String> obstacle(Settings job) {
        String asked = job.get(FRAMEWORK);
        String framework = asked == null ? "local" : asked;
        if (!FRAMEWORKS.contains(framework)) {
            return Optional.of(
                    "the tasks of "
                            + framework
                            + " ("
                            + FRAMEWORK
                            + ") are not threads of one process");
        }
        return TaskKeys.ISOLATION.in(job) == TaskIsolation.PROCESS
                ? Optional.of(
                        "each task runs in a separate process, because "
                                + TaskKeys.ISOLATION
                                + " is process")
                : Optional.empty();
    }

    @Override
    public Rendezvous rendezvous(MillraceProcess process, GangMember worker) {
        return LocalGangs.of(process).rendezvous(worker);
    }

    @Override
    public void forget(MillraceProcess process, String gang) {
        LocalGangs.of(process).forget(gang);
    }
}
