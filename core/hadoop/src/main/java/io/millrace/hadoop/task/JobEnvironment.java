package io.millrace.hadoop.task;

import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.ProcessLayout;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.loader.Findings;
import io.millrace.hadoop.loader.JobClasses;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * State that all attempts of one job share. Immutable, except for {@code conf}, which must not be
 * changed: each attempt makes its own copy.
 *
 * @param conf the job's configuration as submitted, with the job's class loader and credentials
 *     set, and with the values that all of its tasks share: {@code mapreduce.job.id}, {@code
 *     mapreduce.job.local.dir}, {@code mapreduce.job.cache.local.files} and {@code .archives};
 *     attempts set the rest in their copies
 * @param classes the copies of the job's classes that attempts run with
 * @param user the user that all user code and file access of the job runs as, with the job's
 *     credentials
 * @param splits the job's splits, in task order
 * @param workDirectory the job's local directory ({@code mapreduce.job.local.dir}); exists
 */
public record JobEnvironment(
        JobID id,
        JobConf conf,
        JobClasses classes,
        UserGroupInformation user,
        List<SerializedSplit> splits,
        Path workDirectory) {

    /**
     * The keys of classes whose code several threads run for one attempt. {@code TaskAttempts} asks
     * about the order of keys when it is created.
     */
    private static final List<String> THREADED =
            List.of(
                    MRJobConfig.COMBINE_CLASS_ATTR,
                    "mapred.combiner.class",
                    TaskKeys.PARTIAL_REDUCE_CLASS.name());

    /** The loader of the job's classes outside attempts. */
    public ClassLoader loader() {
        return classes.own();
    }

    /** The processes that run the job's tasks. */
    public ProcessLayout processes() {
        return ProcessLayout.of(HadoopKeys.settings(conf));
    }

    /** The findings of the search through the job's classes, for processes that run its tasks. */
    public Findings findings() {
        Set<String> threaded = new HashSet<>();
        for (String key : THREADED) {
            String name = conf.getTrimmed(key, "");
            if (!name.isEmpty()) {
                threaded.add(name);
            }
        }
        return classes.findings(threaded);
    }
}
