package io.millrace.collective.testing;

import io.millrace.collective.rendezvous.InProcess;
import io.millrace.collective.rendezvous.RendezvousProvider;
import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.files.process.MillraceProcess;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Connects workers that are threads of this process, for loops that ask for it. One worker misses
 * the last message of the barrier at the end of its loop, once, and by then the others have ended.
 */
public final class LostAtTheEnd implements RendezvousProvider {

    /** The rank of the worker; unset for loops that lose none. */
    public static final String VICTIM = "test.lost.at.the.end";

    /** Whether the worker's task fails, or else the worker only learns that the gang is broken. */
    public static final String FAILS = "test.lost.at.the.end.fails";

    /** How many workers were lost. */
    public static final AtomicInteger LOST = new AtomicInteger();

    /** The workers that have ended, by gang. */
    private static final Map<String, Semaphore> ENDED = new ConcurrentHashMap<>();

    private final InProcess process = new InProcess();

    @Override
    public Optional<String> obstacle(Settings job) {
        return job.get(VICTIM) == null
                ? Optional.of(VICTIM + " is not set")
                : process.obstacle(job);
    }

    @Override
    public Rendezvous rendezvous(
            MillraceProcess here, GangMember worker, int rank, TaskAttemptContext task) {
        Rendezvous rest = process.rendezvous(here, worker, rank, task);
        Semaphore ended = ENDED.computeIfAbsent(worker.gang(), gang -> new Semaphore(0));
        Configuration conf = task.getConfiguration();
        boolean lossy = rank == conf.getInt(VICTIM, -1) && task.getTaskAttemptID().getId() == 0;
        AtomicInteger left = new AtomicInteger(lossy ? worker.size() - 1 : -1);
        boolean fails = conf.getBoolean(FAILS, false);
        return () -> new Lossy(rest.join(), ended, left, fails);
    }

    @Override
    public void forget(MillraceProcess here, String gang) {
        process.forget(here, gang);
        ENDED.remove(gang);
    }

    /**
     * Only the messages of a barrier are empty, unless the gang chooses its algorithm by measuring.
     *
     * @param left the empty messages up to the lost one; negative if none is lost
     */
    private record Lossy(Transport rest, Semaphore ended, AtomicInteger left, boolean fails)
            implements Transport {

        @Override
        public Message receive(int from) throws GangBrokenException, InterruptedException {
            Message message = rest.receive(from);
            if (message.length() > 0 || left.decrementAndGet() != 0) {
                return message;
            }
            message.close();
            ended.acquire(rest.size() - 1);
            LOST.incrementAndGet();
            if (fails) {
                throw new IllegalStateException("a fault of the test");
            }
            throw new GangBrokenException("a fault of the test");
        }

        @Override
        public void send(int to, Message message) throws GangBrokenException, InterruptedException {
            rest.send(to, message);
        }

        @Override
        public void post(int to, Message message) {
            rest.post(to, message);
        }

        @Override
        public void whenArrived(IntConsumer listener) {
            rest.whenArrived(listener);
        }

        @Override
        public int rank() {
            return rest.rank();
        }

        @Override
        public int size() {
            return rest.size();
        }

        @Override
        public String machine(int worker) {
            return rest.machine(worker);
        }

        @Override
        public MemoryAccount memory() {
            return rest.memory();
        }

        @Override
        public void leave() {
            rest.leave();
        }

        @Override
        public void close() {
            rest.close();
            ended.release();
        }
    }
}
