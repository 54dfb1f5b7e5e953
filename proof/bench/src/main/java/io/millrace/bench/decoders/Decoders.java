package io.millrace.bench.decoders;

import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures all decoders on the same bytes, on one thread, alternating. The figures are of processor
 * time, so that they are those of a core even if other processes run.
 */
final class Decoders {

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private Decoders() {}

    /**
     * Rows of decoders in this process.
     *
     * @param all the decoders; the values of others are compared with those of the first
     */
    static <I> List<Case> cases(List<Decoder<I>> all, I table, Columns columns) throws IOException {
        long digest = columns.decode(all.get(0), table);
        List<Case> cases = new ArrayList<>();
        for (Decoder<I> each : all) {
            cases.add(new Case(each.title(), () -> processorTime(each, table, columns, digest)));
        }
        return cases;
    }

    private static <I> Figures processorTime(
            Decoder<I> decoder, I table, Columns columns, long digest)
            throws IOException, MeasurementException {
        long start = CLOCK.getCurrentThreadCpuTime();
        long found = columns.decode(decoder, table);
        double elapsed = (CLOCK.getCurrentThreadCpuTime() - start) / 1e9;
        if (found != digest) {
            throw new MeasurementException(decoder.title() + " decodes other values");
        }
        return Figures.of(Figures.SECONDS, elapsed);
    }

    /** Measures {@code rounds} passes over a table, after one that does not count. */
    static Experiment measured(Columns columns, List<Case> cases, int rounds, long bytes)
            throws Exception {
        return new Rounds(columns.word(), 1, rounds).experiment(cases).with("bytes", bytes);
    }
}
