package io.millrace.collective.rendezvous;

import io.millrace.engine.config.Settings;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.config.TransportKind;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.config.ProcessLayout;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Connects workers whose tasks are threads of this process. */
public final class InProcess implements RendezvousProvider {

    private static final String FRAMEWORK = "mapreduce.framework.name";

    /** Frameworks whose tasks are threads or children of the client's process. */
    private static final Set<String> FRAMEWORKS = Set.of("millrace", "local");

    @Override
    public Optional<String> obstacle(Settings job) {
        TransportKind transport = ExchangeKeys.TRANSPORT.in(job);
        if (transport != TransportKind.AUTO) {
            return Optional.of(
                    ExchangeKeys.TRANSPORT + " is " + transport.name().toLowerCase(Locale.ROOT));
        }
        if (!onThisMachine(job)) {
            return Optional.of(
                    "the tasks of "
                            + framework(job)
                            + " ("
                            + FRAMEWORK
                            + ") are not threads of one process");
        }
        ProcessLayout processes = ProcessLayout.of(job);
        return processes.elsewhere()
                ? Optional.of(
                        "tasks run in separate processes, because " + processes.elsewhereBecause())
                : Optional.empty();
    }

    /** Whether all tasks of a job run on its client's machine. */
    static boolean onThisMachine(Settings job) {
        return FRAMEWORKS.contains(framework(job));
    }

    private static String framework(Settings job) {
        String asked = job.get(FRAMEWORK);
        return asked == null ? "local" : asked;
    }

    @Override
    public Rendezvous rendezvous(
            MillraceProcess process, GangMember worker, int rank, TaskAttemptContext task) {
        return LocalGangs.of(process).rendezvous(rank, worker);
    }

    @Override
    public void forget(MillraceProcess process, String gang) {
        LocalGangs.of(process).forget(gang);
    }
}
