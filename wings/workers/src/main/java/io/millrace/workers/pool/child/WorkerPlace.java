package io.millrace.workers.pool.child;

import io.millrace.engine.config.Settings;
import io.millrace.exchange.call.MeetingPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A worker's surroundings: files, directories and names that depend on where it runs. */
public interface WorkerPlace {

    /** The place where workers find each other, whose name the process of the job has sent. */
    MeetingPlace meeting(String name);

    /** The host at which the worker listens, if the job names none. */
    String host(Settings job) throws IOException;

    /** Directories for runs that do not fit into memory. */
    List<Path> spills() throws IOException;

    /**
     * The directory for what an attempt prints; exists.
     *
     * @param named what the process of the job calls it
     */
    Path logs(Path named) throws IOException;
}
