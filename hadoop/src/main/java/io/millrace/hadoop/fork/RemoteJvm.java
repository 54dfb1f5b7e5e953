package io.millrace.hadoop.fork;

import io.millrace.hadoop.fork.wire.Link;
import java.nio.file.Path;

/** A JVM that runs attempts, and the connection to it. */
public interface RemoteJvm {

    /** The connection to it. */
    Link link();

    /**
     * Describes its end after the connection has ended, with its last output.
     *
     * @param attemptLogs the logs of the attempt that ran
     */
    String describeEnd(Path attemptLogs);

    /** Describes its end if it ended between attempts. */
    String describeEnd();

    /** Waits for its end after it was asked to end, up to a time limit. */
    void awaitEnd();

    /** Ends it at once. Idempotent; any thread may call it. */
    void destroy();
}
