package io.millrace.exchange.ring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The directory for the files of a worker's rings. When the first of them cannot be made, it says
 * so in the log and makes no others. Thread-safe.
 */
public final class RingDirectory {

    private static final System.Logger LOG = System.getLogger("io.millrace.exchange");

    /** A file system in memory that all Linux systems have. */
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    private final Path directory;
    private final AtomicBoolean failed = new AtomicBoolean();

    /** Deletes what killed processes have left in the directory. */
    public RingDirectory(Path directory) {
        this.directory = directory;
        RingClaim.sweep(directory);
    }

    /** The directory in memory, if the system has one. */
    public static RingDirectory ofThisMachine() {
        boolean inMemory = Files.isDirectory(IN_MEMORY) && Files.isWritable(IN_MEMORY);
        return new RingDirectory(
                inMemory ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Creates rings; null if that failed now or before. */
    public @Nullable RingFile create() {
        return attempt(() -> RingFile.create(directory));
    }

    /** Opens the rings of another worker; null if that failed now or before. */
    public @Nullable RingFile open(Path path, byte[] token) {
        return attempt(() -> RingFile.open(path, token));
    }

    /** Makes a file of rings. */
    private interface Making {
        RingFile call() throws IOException;
    }

    private @Nullable RingFile attempt(Making making) {
        if (failed.get()) {
            return null;
        }
        try {
            return making.call();
        } catch (IOException | RuntimeException e) {
            if (!failed.getAndSet(true)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "this worker cannot share memory with the others of this machine, and uses"
                                + " sockets instead: "
                                + e);
            }
            return null;
        }
    }
}
