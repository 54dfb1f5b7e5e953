package io.millrace.bench.frame;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.measure.Figures;
import java.lang.management.ManagementFactory;

/** Times work in this process. */
public final class ThisProcess {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ThisProcess() {}

    /** Work that may fail. */
    public interface Work {
        void run() throws Exception;
    }

    /** Wall clock, and the time of processors, compiler and collector included. */
    public static Figures timed(Work work) throws Exception {
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        work.run();
        long end = System.nanoTime();
        return Figures.of(Figures.SECONDS, (end - start) / 1e9)
                .and(Figures.CPU_SECONDS, (SYSTEM.getProcessCpuTime() - processor) / 1e9);
    }
}
