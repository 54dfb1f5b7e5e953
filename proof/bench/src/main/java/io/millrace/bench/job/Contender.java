package io.millrace.bench.job;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** One way to run workloads, to be measured against others. Used by one thread. */
public interface Contender extends AutoCloseable {

    /** Name on the command line. */
    String word();

    /** Name in tables. */
    String name();

    /** Why it cannot run a workload here, and what would change that; nothing if it can. */
    Optional<String> hindrance(Workload workload) throws IOException, InterruptedException;

    /**
     * Does what is not to be timed: starts servers, compiles, copies the input to where it is read.
     *
     * @param input a local file or directory
     * @param work a directory of the contender's own until {@link #close}
     */
    Runner prepare(Workload workload, Path input, Path work)
            throws IOException, InterruptedException, BenchException;

    /** Ends what {@link #prepare} started; no more is asked of it afterwards. */
    @Override
    default void close() throws IOException {}
}
