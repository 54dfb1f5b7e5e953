package io.millrace.bench.reading;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Sample;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures ways to read the same bytes, alternating, by the clock: from the page cache, and from
 * the disk. Used by one thread.
 */
public final class Readings {

    private static final double NANOS = 1e9;
    private static final double GB = 1e9;

    private final List<Way> ways;
    private final List<Path> files;

    /**
     * Ways to read files.
     *
     * @param ways the first one is the base of ratios
     * @param files where the bytes are on this machine
     */
    Readings(List<Way> ways, List<Path> files) {
        this.ways = List.copyOf(ways);
        this.files = List.copyOf(files);
    }

    /**
     * A row for each way: its throughput with a warm and with a cold cache, and its time relative
     * to the first one's. A first pass does not count.
     *
     * @throws BenchException if a way reads something else than the first, or if the page cache
     *     cannot be emptied
     */
    public String table(int runs) throws IOException, InterruptedException, BenchException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        List<Sample> warm = measure(runs, false);
        for (Path file : files) {
            try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
                written.force(true); // the system keeps pages that are not on disk yet
            }
        }
        List<Sample> cold = measure(runs, true);
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ways.size(); i++) {
            rows.append(
                    String.format(
                            Locale.ROOT,
                            "%-34s cache %6.2f GB/s %5.2f   disk %6.2f GB/s %5.2f%n",
                            ways.get(i).title(),
                            bytes / GB / warm.get(i).median(),
                            warm.get(i).median() / warm.get(0).median(),
                            bytes / GB / cold.get(i).median(),
                            cold.get(i).median() / cold.get(0).median()));
        }
        return rows.toString();
    }

    private List<Sample> measure(int runs, boolean cold)
            throws IOException, InterruptedException, BenchException {
        List<List<Double>> seconds = new ArrayList<>();
        ways.forEach(way -> seconds.add(new ArrayList<>()));
        long expected = ways.get(0).read();
        for (int run = 0; run <= runs; run++) {
            for (int i = 0; i < ways.size(); i++) {
                if (cold) {
                    dropFromCache();
                }
                long start = System.nanoTime();
                long sum = ways.get(i).read();
                double elapsed = (System.nanoTime() - start) / NANOS;
                if (sum != expected) {
                    throw new BenchException(
                            ways.get(i).title() + " reads other bytes than " + ways.get(0).title());
                }
                if (run > 0) {
                    seconds.get(i).add(elapsed);
                }
            }
        }
        return seconds.stream().map(Sample::new).toList();
    }

    /** Asks the system to forget the files' pages, which GNU's dd can do for any user. */
    private void dropFromCache() throws IOException, InterruptedException, BenchException {
        System.gc(); // unmaps: the system keeps pages that are mapped
        for (Path file : files) {
            int exit =
                    new ProcessBuilder(
                                    "dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                            .inheritIO()
                            .start()
                            .waitFor();
            if (exit != 0) {
                throw new BenchException("dd could not drop " + file + " from the page cache");
            }
        }
    }
}
