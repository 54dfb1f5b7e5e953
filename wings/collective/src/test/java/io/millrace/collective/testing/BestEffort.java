package io.millrace.collective.testing;

import io.millrace.collective.rendezvous.ByNetwork;
import io.millrace.collective.rendezvous.RendezvousProvider;
import io.millrace.engine.config.Settings;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Connects workers by {@link LossyTransport}, for loops that ask for it. */
public final class BestEffort implements RendezvousProvider {

    /** The directory of the messages' files; unset for loops that lose nothing. */
    public static final String DIRECTORY = "test.best.effort.directory";

    private final ByNetwork network = new ByNetwork();

    @Override
    public Optional<String> obstacle(Settings job) {
        return job.get(DIRECTORY) == null
                ? Optional.of(DIRECTORY + " is not set")
                : Optional.empty();
    }

    @Override
    public void prepare(Job job, org.apache.hadoop.fs.Path directory) throws IOException {
        network.prepare(job, directory);
    }

    @Override
    public Rendezvous rendezvous(
            MillraceProcess process, GangMember worker, int rank, TaskAttemptContext task)
            throws IOException {
        GangMember plain =
                new GangMember(
                        worker.gang(),
                        worker.size(),
                        WaitPolicy.PLAIN, // threads of the transport wait, not the task's
                        worker.time(),
                        worker.memory());
        return new Meeting(
                network.rendezvous(process, plain, rank, task),
                Path.of(task.getConfiguration().get(DIRECTORY)),
                new Random(rank));
    }

    @Override
    public void forget(MillraceProcess process, String gang) {
        network.forget(process, gang);
    }

    private record Meeting(Rendezvous rendezvous, Path directory, Random losses)
            implements Rendezvous {

        @Override
        public Transport join() throws IOException, InterruptedException {
            while (true) {
                Transport joined = rendezvous.join();
                try {
                    return LossyTransport.over(joined, directory, losses);
                } catch (GangBrokenException e) {
                    joined.leave(); // another worker was lost already
                    joined.close();
                }
            }
        }

        @Override
        public void close() {
            rendezvous.close();
        }
    }
}
