package io.millrace.collective.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.rendezvous.LocalGangs;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Workers on threads of their own. */
public final class Gang {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Gang() {}

    /** What one of them does. */
    @FunctionalInterface
    public interface Work<T> {
        T with(Transport transport) throws Exception;
    }

    /** Writes a message. */
    @FunctionalInterface
    public interface Writing {
        void to(DataOutput out) throws IOException;
    }

    /** A message that a worker may send. */
    public static Message message(Transport transport, Writing body) throws IOException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            body.to(out);
            return out.finish();
        }
    }

    /** What each of them comes to, by rank. Their messages leave nothing behind. */
    public static <T> List<T> run(int size, Work<T> work) throws Exception {
        MemoryAccount memory =
                new MemoryBudget(1 << 24, 1 << 16, 1 << 20).account(MemoryUse.MESSAGES, null);
        List<T> all = run(size, memory, work);
        assertThat(memory.heldBytes()).isZero();
        return all;
    }

    /** The same with messages of this memory. */
    public static <T> List<T> run(int size, MemoryAccount memory, Work<T> work) throws Exception {
        LocalGangs gangs = new LocalGangs();
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<T>> results = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                Rendezvous rendezvous =
                        gangs.rendezvous(
                                rank,
                                new GangMember("gang", size, WaitPolicy.PLAIN, PATIENCE, memory));
                results.add(threads.submit(() -> work.with(rendezvous.join())));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> result : results) {
                all.add(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            }
            return all;
        } finally {
            threads.shutdownNow();
            gangs.forget("gang");
        }
    }
}
