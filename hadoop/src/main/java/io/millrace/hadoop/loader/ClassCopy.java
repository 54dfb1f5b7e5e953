package io.millrace.hadoop.loader;

import org.apache.hadoop.mapred.JobConf;

/**
 * One copy of a job's classes with its statics.
 *
 * @param conf the job's configuration with that loader, for what is made outside of an attempt's
 *     own code, comparators for instance; nobody changes it
 * @param oneAtATime guards what of the copy's code must not run twice at once on engine threads
 */
public record ClassCopy(ClassLoader loader, JobConf conf, Object oneAtATime) {

    static ClassCopy of(ClassLoader loader, JobConf job, Object oneAtATime) {
        JobConf conf = new JobConf(job);
        conf.setClassLoader(loader);
        return new ClassCopy(loader, conf, oneAtATime);
    }
}
