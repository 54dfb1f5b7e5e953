package io.millrace.ui.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts numbers to the snapshots that Prometheus' writer takes. */
final class Snapshots {

    private Snapshots() {}

    /** The metric with its numbers in {@code all}; null if there are none. */
    static @Nullable MetricSnapshot of(Metric metric, Map<Series, Double> all) {
        Map<String, Double> own = new TreeMap<>();
        all.forEach((series, value) -> {
            if (series.metric() == metric) {
                own.put(series.value(), value);
            }
        });
        if (own.isEmpty()) {
            return null;
        }
        return metric.kind() == Metric.Kind.COUNTER
                ? counter(metric.title(), metric.help(), metric.label(), own)
                : gauge(metric.title(), metric.help(), metric.label(), own);
    }

    static MetricSnapshot counter(
            String name, String help, String label, Map<String, Double> values) {
        CounterSnapshot.Builder made = CounterSnapshot.builder().name(name).help(help);
        values.forEach((value, number) ->
                made.dataPoint(
                        CounterDataPointSnapshot.builder()
                                .labels(labels(label, value))
                                .value(number)
                                .build()));
        return made.build();
    }

    static MetricSnapshot gauge(
            String name, String help, String label, Map<String, Double> values) {
        GaugeSnapshot.Builder made = GaugeSnapshot.builder().name(name).help(help);
        values.forEach((value, number) ->
                made.dataPoint(
                        GaugeDataPointSnapshot.builder()
                                .labels(labels(label, value))
                                .value(number)
                                .build()));
        return made.build();
    }

    private static Labels labels(String label, String value) {
        return label.isEmpty() ? Labels.EMPTY : Labels.of(label, value);
    }
}
