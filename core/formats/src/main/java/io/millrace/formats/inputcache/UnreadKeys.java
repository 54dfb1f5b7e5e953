package io.millrace.formats.inputcache;

import io.millrace.formats.config.KeySource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Keys of a task's configuration that may differ between two tasks that read the same records.
 * Formats of users may read any other key, so all others are compared. Higher modules name their
 * keys in {@link KeySource#unreadKeys}.
 */
final class UnreadKeys {

    /** Ids and directories that are new for each job and attempt. */
    private static final Set<String> IDENTITIES =
            Set.of(
                    MRJobConfig.ID,
                    MRJobConfig.TASK_ID,
                    MRJobConfig.TASK_ATTEMPT_ID,
                    MRJobConfig.MAPREDUCE_JOB_DIR,
                    MRJobConfig.JOB_LOCAL_DIR,
                    MRConfig.LOCAL_DIR);

    /**
     * Names of the job for people and schedulers. The user and the code are compared separately,
     * the code by its bytes and not by the path of the job's jar.
     */
    private static final Set<String> NAMES =
            Set.of(
                    MRJobConfig.JOB_NAME,
                    MRJobConfig.USER_NAME,
                    MRJobConfig.JAR,
                    MRJobConfig.JOB_TAGS,
                    MRJobConfig.PRIORITY,
                    MRJobConfig.QUEUE_NAME,
                    MRJobConfig.JOB_SUBMITHOST,
                    MRJobConfig.JOB_SUBMITHOSTADDR);

    /** The processing of records after they were read. */
    private static final Set<String> PROCESSING =
            Set.of(
                    MRJobConfig.MAP_CLASS_ATTR,
                    "mapred.mapper.class",
                    "mapred.map.runner.class",
                    MRJobConfig.COMBINE_CLASS_ATTR,
                    "mapred.combiner.class",
                    MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS,
                    MRJobConfig.REDUCE_CLASS_ATTR,
                    "mapred.reducer.class",
                    "mapred.reducer.new-api",
                    MRJobConfig.NUM_REDUCES,
                    MRJobConfig.PARTITIONER_CLASS_ATTR,
                    "mapred.partitioner.class",
                    MRJobConfig.MAP_OUTPUT_KEY_CLASS,
                    MRJobConfig.MAP_OUTPUT_VALUE_CLASS,
                    MRJobConfig.OUTPUT_KEY_CLASS,
                    MRJobConfig.OUTPUT_VALUE_CLASS,
                    MRJobConfig.KEY_COMPARATOR,
                    MRJobConfig.GROUP_COMPARATOR_CLASS,
                    MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
                    "mapred.output.format.class",
                    "mapred.output.committer.class",
                    MRJobConfig.TASK_OUTPUT_DIR);

    /**
     * Timestamps and local paths of the files that the job brings. The files' names are compared;
     * users answer for formats that read their content.
     */
    private static final Set<String> BROUGHT_FILES =
            Set.of(
                    MRJobConfig.CACHE_FILE_TIMESTAMPS,
                    MRJobConfig.CACHE_ARCHIVES_TIMESTAMPS,
                    MRJobConfig.CACHE_FILES_SIZES,
                    MRJobConfig.CACHE_ARCHIVES_SIZES,
                    MRJobConfig.CACHE_FILE_VISIBILITIES,
                    MRJobConfig.CACHE_ARCHIVES_VISIBILITIES,
                    MRJobConfig.CACHE_LOCALFILES,
                    MRJobConfig.CACHE_LOCALARCHIVES);

    /**
     * Keys of outputs, of the job end notification, of workflows, and Millrace's own, which do not
     * change results.
     */
    private static final List<String> PREFIXES =
            List.of(
                    "mapreduce.output.",
                    "mapreduce.multipleoutputs",
                    "mapreduce.map.output.",
                    "mapreduce.fileoutputcommitter.",
                    "mapreduce.job.end-notification.",
                    "mapreduce.workflow.",
                    "millrace.");

    private static final Set<String> ALL = all();

    private UnreadKeys() {}

    private static Set<String> all() {
        Set<String> all = new HashSet<>();
        List.of(IDENTITIES, NAMES, PROCESSING, BROUGHT_FILES).forEach(all::addAll);
        KeySource.all().forEach(source -> all.addAll(source.unreadKeys()));
        return all;
    }

    static boolean contain(String key) {
        return ALL.contains(key) || PREFIXES.stream().anyMatch(key::startsWith);
    }
}
