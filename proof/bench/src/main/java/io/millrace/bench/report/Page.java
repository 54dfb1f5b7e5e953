package io.millrace.bench.report;

import io.millrace.bench.frame.Sample;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A page of Markdown in the making. */
public final class Page {

    static final String NOTHING = "-";

    private final StringBuilder text = new StringBuilder();

    @SuppressWarnings("AnnotateFormatMethod") // its formats are all in this module
    public void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Plots that lie beside the page. */
    public void plots(Collection<String> files) {
        files.forEach(file -> line("\n![%s](%s)", file.replace(".svg", ""), file));
    }

    /** A median in a unit, or a dash. */
    public static String median(@Nullable Sample sample, String format, double unit) {
        return sample == null
                ? NOTHING
                : String.format(Locale.ROOT, format, sample.median() / unit);
    }

    /** All figures, in the order in which they were taken. */
    public static String runs(Sample sample) {
        return sample.values().stream()
                .map(value -> String.format(Locale.ROOT, "%.2f", value))
                .collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
