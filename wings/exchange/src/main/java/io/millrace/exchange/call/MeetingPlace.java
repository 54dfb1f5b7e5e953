package io.millrace.exchange.call;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A place that all workers of a gang can reach, such as a directory of their job's file system.
 * Notices are not trusted: each proves who wrote it.
 */
public interface MeetingPlace {

    /** Leaves a notice for the other workers, in place of an earlier one. */
    void publish(byte[] notice) throws IOException;

    /** The last notice; null if there is none yet. */
    byte @Nullable [] read() throws IOException;
}
