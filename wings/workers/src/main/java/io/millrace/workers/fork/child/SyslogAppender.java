package io.millrace.workers.fork.child;

import org.apache.log4j.WriterAppender;

/**
 * Writes the log of a forked JVM into the {@code syslog} of the attempt that runs. Only Log4j loads
 * it, through log4j.properties beside this class.
 */
public final class SyslogAppender extends WriterAppender {

    @Override
    public void activateOptions() {
        setWriter(createWriter(TaskStreams.syslog()));
        super.activateOptions();
    }
}
