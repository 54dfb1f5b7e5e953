package io.millrace.hadoop.remote;

import io.millrace.files.process.MillraceProcess;

/** The service by which {@link RemoteExecution} is found. A class path has at most one. */
@FunctionalInterface
public interface RemoteExecutionProvider {

    /** That for the jobs of a process; called once for each. */
    RemoteExecution of(MillraceProcess process);
}
