package io.millrace.bench.scaling;

import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The cores that this process may use. A process that is bound to one of them has one core for all
 * that it does, compilation and the garbage collector as well, and the JVM and Millrace set
 * themselves up as on a machine of one core.
 */
record Cores(List<Integer> numbers) {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    Cores {
        numbers = List.copyOf(numbers);
    }

    /**
     * Those of this process.
     *
     * @throws MeasurementException where the system does not tell
     */
    static Cores ofThisProcess() throws IOException, MeasurementException {
        if (!Files.isReadable(STATUS)) {
            throw new MeasurementException(
                    "runs are bound to cores with taskset, which takes Linux; here is no "
                            + STATUS);
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> parse(line.substring(ALLOWED.length()).strip()))
                    .findFirst()
                    .orElseThrow(
                            () -> new MeasurementException(STATUS + " has no line " + ALLOWED));
        }
    }

    /** From a list like 0-3,8. */
    static Cores parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = Integer.parseInt(range.substring(dash + 1));
            IntStream.rangeClosed(first, last).forEach(numbers::add);
        }
        return new Cores(numbers);
    }

    /** The words that start a command on the first cores. */
    List<String> bind(int count) {
        String list =
                numbers.stream().limit(count).map(String::valueOf).collect(Collectors.joining(","));
        return List.of("taskset", "--cpu-list", list);
    }

    /** How many there are, or fewer where the system limits the time on them. */
    int all() {
        return Math.min(numbers.size(), Runtime.getRuntime().availableProcessors());
    }

    /** One, two, four and so on, and all. */
    List<Integer> counts() {
        int all = all();
        return IntStream.concat(
                        IntStream.iterate(1, count -> count < all, count -> count * 2),
                        IntStream.of(all))
                .boxed()
                .toList();
    }
}
