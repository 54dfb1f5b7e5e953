package io.millrace.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.cli.process.Amounts;
import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.MemorySize;
import io.millrace.hadoop.config.HadoopKeys;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The heap, what of it is for records, and whether the settings that decide it are right. */
final class MemoryCheck implements Check {

    private static final long SMALL_HEAP = 1L << 30;
    private static final double LARGE_SHARE = 0.85;

    private final Configuration conf;

    MemoryCheck(Configuration conf) {
        this.conf = conf;
    }

    @Override
    public List<Finding> look() {
        long heap = Runtime.getRuntime().maxMemory();
        long physical = physical();
        String what =
                "heap of %s on a machine with %s"
                        .formatted(Amounts.bytes(heap), Amounts.bytes(physical));
        List<Finding> findings = new ArrayList<>();
        if (heap < SMALL_HEAP) {
            findings.add(
                    Finding.warning(
                            what,
                            "large inputs will be spilled to disk; give more: HADOOP_HEAPSIZE_MAX=4g"));
        } else if (heap > physical * LARGE_SHARE) {
            findings.add(
                    Finding.warning(
                            what,
                            "the machine may swap or end the process; leave 15 % to the system:"
                                    + " HADOOP_HEAPSIZE_MAX sets the heap"));
        } else {
            findings.add(Finding.ok(what));
        }
        findings.add(records());
        return findings;
    }

    private static long physical() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                .getTotalMemorySize();
    }

    private Finding records() {
        try {
            HadoopKeys.check(conf);
            Settings settings = HadoopKeys.settings(conf);
            int maps = slots(EngineKeys.MAP_THREADS.in(settings));
            int reduces = slots(EngineKeys.REDUCE_THREADS.in(settings));
            MemorySize size = MemorySize.of(settings, maps, reduces);
            return Finding.ok(
                    "%s of it for records, in slabs of %s; %d map and %d reduce slots"
                            .formatted(
                                    Amounts.bytes(size.maxBytes()),
                                    Amounts.bytes(size.slabBytes()),
                                    maps,
                                    reduces));
        } catch (BadSettingException e) {
            return Finding.problem(String.valueOf(e.getMessage()), "change that setting");
        }
    }

    /** As many as cores unless configured; then it is not 0. */
    private static int slots(int configured) {
        return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
    }
}
