package io.millrace.hadoop.fork.child;

import org.apache.log4j.WriterAppender;

/**
 * Writes the log of a forked JVM into the {@code syslog} of the attempt that runs. Named in
 * log4j.properties beside this class, and loaded by nobody but Log4j.
 */
public final class SyslogAppender extends WriterAppender {

    @Override
    public void activateOptions() {
        setWriter(createWriter(TaskStreams.syslog()));
        super.activateOptions();
    }
}
