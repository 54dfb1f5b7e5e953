package io.millrace.cluster.gang;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;

/** The hosts that have a job's input, if it is large enough to wait for them. */
final class DataHosts {

    /** The name of each machine for itself, which tells a cluster nothing. */
    private static final String ITSELF = "localhost";

    /**
     * The least input of a worker: a second of a network of 1 Gbit/s. A scheduler that waits for a
     * host takes longer.
     */
    private static final long LEAST_BYTES = 128L << 20;

    private DataHosts() {}

    /** All hosts that have some, the one with the most bytes first; none if any will do. */
    static List<String> of(TaskSplitMetaInfo[] splits, int workers) {
        long all = Arrays.stream(splits).mapToLong(TaskSplitMetaInfo::getInputDataLength).sum();
        return all < workers * LEAST_BYTES ? List.of() : hosts(splits);
    }

    private static List<String> hosts(TaskSplitMetaInfo[] splits) {
        Map<String, Long> bytes = new HashMap<>();
        for (TaskSplitMetaInfo split : splits) {
            for (String host : split.getLocations()) {
                bytes.merge(host, split.getInputDataLength(), Long::sum);
            }
        }
        bytes.remove(ITSELF);
        return bytes.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
