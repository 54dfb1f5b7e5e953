package io.millrace.hadoop.counters;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.yarn.util.ResourceCalculatorProcessTree;

/**
 * Sets memory counters when an attempt ends. All attempts share the process, so the counter is the
 * whole heap; the other values come from the calculator that the job names, if any.
 */
public final class MemoryUsage {

    private MemoryUsage() {}

    /** Sets the counters of an attempt; the last call wins. */
    public static void tell(Configuration conf, boolean map, Counters counters) {
        set(counters, TaskCounter.COMMITTED_HEAP_BYTES, Runtime.getRuntime().totalMemory());
        Class<? extends ResourceCalculatorProcessTree> type =
                conf.getClass(
                        MRConfig.RESOURCE_CALCULATOR_PROCESS_TREE,
                        null,
                        ResourceCalculatorProcessTree.class);
        if (type == null) {
            return;
        }
        ResourceCalculatorProcessTree tree =
                ResourceCalculatorProcessTree.getResourceCalculatorProcessTree(
                        Long.toString(ProcessHandle.current().pid()), type, conf);
        if (tree != null) {
            tree.updateProcessTree();
            tell(tree, map, counters);
        }
    }

    private static void tell(ResourceCalculatorProcessTree tree, boolean map, Counters counters) {
        long physical = tree.getRssMemorySize();
        if (physical != ResourceCalculatorProcessTree.UNAVAILABLE) {
            set(counters, TaskCounter.PHYSICAL_MEMORY_BYTES, physical);
            set(
                    counters,
                    map
                            ? TaskCounter.MAP_PHYSICAL_MEMORY_BYTES_MAX
                            : TaskCounter.REDUCE_PHYSICAL_MEMORY_BYTES_MAX,
                    physical);
        }
        long virtual = tree.getVirtualMemorySize();
        if (virtual != ResourceCalculatorProcessTree.UNAVAILABLE) {
            set(counters, TaskCounter.VIRTUAL_MEMORY_BYTES, virtual);
            set(
                    counters,
                    map
                            ? TaskCounter.MAP_VIRTUAL_MEMORY_BYTES_MAX
                            : TaskCounter.REDUCE_VIRTUAL_MEMORY_BYTES_MAX,
                    virtual);
        }
    }

    private static void set(Counters counters, TaskCounter counter, long value) {
        counters.findCounter(counter).setValue(value);
    }
}
