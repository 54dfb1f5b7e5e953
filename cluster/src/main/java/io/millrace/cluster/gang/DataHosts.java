package io.millrace.cluster.gang;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;

/** The hosts that have a job's input. */
final class DataHosts {

    /** The name of each machine for itself, which tells a cluster nothing. */
    private static final String ITSELF = "localhost";

    private DataHosts() {}

    /** All hosts that have some, the one with the most bytes first. */
    static List<String> of(TaskSplitMetaInfo[] splits) {
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
