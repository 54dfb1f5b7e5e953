package io.millrace.workers.config;

import io.millrace.engine.config.Key;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.formats.config.KeySource;
import java.util.List;
import java.util.stream.Stream;

/**
 * The keys of tasks in other processes, and those of the exchange between them. Those that ask for
 * such processes are {@code hadoop}'s ({@code TaskKeys.WORKERS}, {@code TaskKeys.ISOLATION}).
 */
public final class WorkerKeys implements KeySource {

    private static final int MAX_DEATHS = 1_000_000;

    public static final Key<Integer> DEATHS =
            Key.integer(
                    "millrace.workers.deaths",
                    4,
                    0,
                    MAX_DEATHS,
                    "Number of workers of a job that may end unexpectedly. Each is replaced, and"
                            + " the map output that it held is made again.");

    @Override
    public List<Key<?>> keys() {
        return Stream.<Key<?>>concat(ExchangeKeys.ALL.stream(), Stream.of(DEATHS)).toList();
    }

    @Override
    public List<Key<?>> keysWithoutEffect() {
        return keys();
    }
}
