package io.millrace.measure;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A row that was measured, in its experiment: what a line of a table is made of. */
public record Line(Experiment experiment, Row row) {

    public String title() {
        return row.title();
    }

    /** A fact of the experiment, for people. */
    public String fact(String name) {
        return experiment.fact(name);
    }

    /** The median of the wall clock, as a multiple of the base's; null without a base. */
    public @Nullable Double ratio() {
        return ratio(Figures.SECONDS);
    }

    /** The median of a figure, as a multiple of the base's. */
    public @Nullable Double ratio(String figure) {
        Sample own = row.sample(figure);
        Sample other = experiment.baseRow().map(base -> base.sample(figure)).orElse(null);
        return own == null || other == null ? null : own.median() / other.median();
    }

    /** The 95 % interval of the ratio of runs that were neighbours; "-" of less than three. */
    public String interval() {
        return experiment
                .baseRow()
                .filter(base -> !base.word().equals(row.word()))
                .flatMap(base -> PairedRatio.of(row.seconds(), base.seconds()))
                .map(PairedRatio::toString)
                .orElse(Table.NOTHING);
    }

    /** From the least to the most seconds. */
    public String spread() {
        return String.format(Locale.ROOT, "%.2f - %.2f", row.seconds().min(), row.seconds().max());
    }

    /** The seconds of all runs, in their order. */
    public String runs() {
        return row.seconds().toString();
    }

    /** The bytes of the experiment's input, in a second of the median. */
    public double bytesPerSecond() {
        return experiment.number("bytes") / row.seconds().median();
    }

    /** The median of a figure in a unit, for a column of a table. */
    public static Function<Line, @Nullable Double> median(String figure, double unit) {
        return line -> {
            Sample sample = line.row.sample(figure);
            return sample == null ? null : sample.median() / unit;
        };
    }

    public static Function<Line, @Nullable Double> median(String figure) {
        return median(figure, 1);
    }
}
