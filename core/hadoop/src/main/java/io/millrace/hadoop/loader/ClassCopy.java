package io.millrace.hadoop.loader;

import org.apache.hadoop.mapred.JobConf;

/**
 * One copy of a job's classes with its statics.
 *
 * @param conf the job's configuration with that loader, for objects created outside an attempt's
 *     own code, such as comparators; must not change
 * @param oneAtATime guards code of the copy that must not run concurrently on engine threads
 */
public record ClassCopy(ClassLoader loader, JobConf conf, Object oneAtATime) {

    static ClassCopy of(ClassLoader loader, JobConf job, Object oneAtATime) {
        JobConf conf = new JobConf(job);
        conf.setClassLoader(loader);
        return new ClassCopy(loader, conf, oneAtATime);
    }
}
