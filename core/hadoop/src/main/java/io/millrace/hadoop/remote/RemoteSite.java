package io.millrace.hadoop.remote;

import io.millrace.hadoop.task.JobEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job and its place on this machine, as other processes need to know them. Thread-safe. */
public interface RemoteSite {

    /** The state that all attempts of the job share. */
    JobEnvironment environment();

    /** The job's jar, and its cached files that belong on the class path. */
    List<Path> classPath();

    /** The directories for runs that do not fit into memory. */
    List<Path> spillDirectories();

    /** The loader of the submitter's own classes. */
    @Nullable ClassLoader clientLoader();

    /** A private directory with a short name, for sockets. */
    Path sockets() throws IOException;

    /** Links the job's cached files into a directory. */
    void linkInto(Path directory) throws IOException, InterruptedException;
}
