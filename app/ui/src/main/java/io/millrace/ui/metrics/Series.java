package io.millrace.ui.metrics;

import java.util.Locale;

/**
 * One number of a metric.
 *
 * @param value of the metric's label; empty if it has none
 */
record Series(Metric metric, String value) {

    static Series of(Metric metric) {
        return new Series(metric, "");
    }

    /** Labelled with the constant's name in lower case. */
    static Series of(Metric metric, Enum<?> value) {
        return new Series(metric, value.name().toLowerCase(Locale.ROOT));
    }
}
