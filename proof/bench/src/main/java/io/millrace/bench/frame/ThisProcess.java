package io.millrace.bench.frame;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.measure.Figures;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Times work in this process. */
public final class ThisProcess {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ThisProcess() {}

    /** The command of another process with this one's classes, and little memory. */
    public static List<String> another(Class<?> main, Object... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main.getName()));
        for (Object each : arguments) {
            command.add(String.valueOf(each));
        }
        return command;
    }

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
