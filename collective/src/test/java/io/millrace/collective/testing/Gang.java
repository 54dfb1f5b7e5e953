package io.millrace.collective.testing;

import io.millrace.collective.transport.GangMember;
import io.millrace.collective.transport.LocalGangs;
import io.millrace.collective.transport.Patience;
import io.millrace.collective.transport.Rendezvous;
import io.millrace.collective.transport.Transport;
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

    /** What each of them comes to, by rank. */
    public static <T> List<T> run(int size, Work<T> work) throws Exception {
        LocalGangs gangs = new LocalGangs();
        ExecutorService threads = Executors.newFixedThreadPool(size);
        try {
            List<Future<T>> results = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int rank = i;
                Rendezvous rendezvous = 
                        gangs.rendezvous(
                                new GangMember("gang", size, Patience.PLAIN, PATIENCE));
                results.add(threads.submit(() -> work.with(rendezvous.join(rank))));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> result : results) {
                all.add(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}
