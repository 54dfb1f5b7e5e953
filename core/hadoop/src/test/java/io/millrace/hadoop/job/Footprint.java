package io.millrace.hadoop.job;

import com.sun.management.UnixOperatingSystemMXBean;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.testing.Workspace;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/** What this process holds: everything that jobs could leave behind. */
final class Footprint {

    private final Map<String, Long> figures = new LinkedHashMap<>();

    private Footprint() {}

    /** What is held now, after a garbage collection. */
    static Footprint measure() throws Exception {
        for (int i = 0; i < 3; i++) {
            System.gc(); // finds classes that nobody uses, too
        }
        Footprint now = new Footprint();
        Runtime runtime = Runtime.getRuntime();
        now.put("threads", Thread.getAllStackTraces().size());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
            now.put("file descriptors", os.getOpenFileDescriptorCount());
        }
        now.put("heap, KB", (runtime.totalMemory() - runtime.freeMemory()) >> 10);
        now.put(
                "native buffers, KB",
                ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                                .sum()
                        >> 10);
        now.put("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        now.put("record memory held", JobTable.of(MillraceProcess.current()).memoryHeldBytes());
        now.put("jobs known", JobTable.of(MillraceProcess.current()).all().size());
        now.put("file systems cached", cachedFileSystems());
        long statistics = 0;
        for (Iterator<?> all = FileSystem.getGlobalStorageStatistics().iterator();
                all.hasNext(); ) {
            all.next();
            statistics++;
        }
        now.put("file system statistics", statistics);
        now.put("shutdown hooks", size(ShutdownHookManager.get(), "hooks"));
        now.put(
                "metrics sources",
                DefaultMetricsSystem.instance() instanceof MetricsSystemImpl metrics
                        ? size(metrics, "sources")
                        : 0);
        now.put("files below the local directories", files(Workspace.temporary()));
        return now;
    }

    private void put(String name, long value) {
        figures.put(name, value);
    }

    long get(String name) {
        return figures.getOrDefault(name, 0L);
    }

    /** A table with both. */
    String besides(Footprint after, String title) {
        StringBuilder table =
                new StringBuilder(title + "\n| held | before | after |\n|---|---|---|\n");
        figures.forEach((name, value) ->
                table.append("| %s | %d | %d |\n".formatted(name, value, after.get(name))));
        return table.toString();
    }

    private static long cachedFileSystems() throws Exception {
        Field cache = FileSystem.class.getDeclaredField("CACHE");
        cache.setAccessible(true);
        return size(cache.get(null), "map");
    }

    /** Size of a collection that only its class knows of. */
    private static long size(Object holder, String name) throws Exception {
        Field field = holder.getClass().getDeclaredField(name);
        field.setAccessible(true);
        Object value = field.get(holder);
        return value instanceof Map<?, ?> map ? map.size() : ((Collection<?>) value).size();
    }

    private static long files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).count();
        }
    }
}
