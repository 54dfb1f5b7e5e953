package io.millrace.bench.warm;

import java.nio.file.Path;

/** A job with next to nothing to do, as a program would submit it. */
public interface SmallJob {

    String name();

    /**
     * Makes, submits and awaits one such job.
     *
     * @param directory an empty one, for the output of the job
     */
    void run(Path directory) throws Exception;
}
