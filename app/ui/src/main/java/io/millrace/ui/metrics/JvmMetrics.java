package io.millrace.ui.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The JVM's memory, threads and time, under the names of Prometheus' own JVM metrics. */
final class JvmMetrics {

    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    private JvmMetrics() {}

    static List<MetricSnapshot> now() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        return List.of(
                Snapshots.gauge(
                        "jvm_memory_used_bytes",
                        "Used memory of the JVM.",
                        "area",
                        Map.of(
                                "heap", (double) memory.getHeapMemoryUsage().getUsed(),
                                "nonheap", (double) memory.getNonHeapMemoryUsage().getUsed())),
                Snapshots.gauge(
                        "jvm_memory_max_bytes",
                        "Memory limit of the JVM.",
                        "area",
                        Map.of("heap", (double) memory.getHeapMemoryUsage().getMax())),
                Snapshots.gauge(
                        "jvm_threads_current",
                        "Threads of the JVM.",
                        "",
                        one(ManagementFactory.getThreadMXBean().getThreadCount())),
                Snapshots.counter(
                        "jvm_gc_collection_seconds",
                        "Time of the garbage collectors.",
                        "gc",
                        collections()),
                Snapshots.counter(
                        "process_cpu_seconds", "Processor time of the process.", "", one(cpu())),
                Snapshots.gauge(
                        "process_start_time_seconds",
                        "Start time of the process, in seconds since 1970.",
                        "",
                        one(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS)));
    }

    private static Map<String, Double> collections() {
        Map<String, Double> seconds = new TreeMap<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            seconds.put(collector.getName(), Math.max(0, collector.getCollectionTime()) / MILLIS);
        }
        return seconds;
    }

    private static double cpu() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(time -> time.toNanos() / NANOS)
                .orElse(0.0);
    }

    private static Map<String, Double> one(double value) {
        return Map.of("", value);
    }
}
