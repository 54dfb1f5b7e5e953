package io.millrace.workers.fork;

import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.connection.MessageChannel;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** A JVM that runs attempts, and the connection to it. */
public interface RemoteJvm {

    /**
     * A worker on another machine ends itself when it has heard nothing for as long as the limit.
     * It is lost only after that, so that it cannot commit beside the worker that takes its place.
     */
    int MORE_SECONDS = 3;

    /** How long a JVM of a job may give no sign of life before it is ended. */
    static int silenceSeconds(Configuration job) {
        return ExchangeKeys.SILENCE_SECONDS.in(job::get) + MORE_SECONDS;
    }

    /** The connection to it. */
    MessageChannel link();

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
