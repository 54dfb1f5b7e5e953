package io.millrace.bench.warm;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.bench.job.OutputDirectory;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One small job after the other in this process, timed from its making to its end. */
public final class WarmRuns {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final SmallJob job;

    /**
     * Times of a run, in milliseconds.
     *
     * @param processor time that processors spent on the process, its compiler and collector too
     */
    public record Run(double wall, double processor) {}

    public WarmRuns(SmallJob job) {
        this.job = job;
    }

    public List<Run> run(int times) throws Exception {
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Path folder = Files.createTempDirectory("millrace-warm");
            try {
                runs.add(run(folder));
            } finally {
                OutputDirectory.delete(folder);
            }
        }
        return runs;
    }

    private Run run(Path folder) throws Exception {
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        job.run(folder);
        long end = System.nanoTime();
        return new Run((end - start) / 1e6, (SYSTEM.getProcessCpuTime() - processor) / 1e6);
    }
}
