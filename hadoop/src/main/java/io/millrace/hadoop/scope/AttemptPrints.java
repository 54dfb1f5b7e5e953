package io.millrace.hadoop.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one attempt prints, in files that are made when it does. Threads that the attempt left
 * behind print here until it is closed. Thread-safe.
 */
public final class AttemptPrints implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptPrints.class);

    /** A stream of a process, and the name of its file. */
    enum Stream {
        OUT("stdout"),
        ERR("stderr");

        private final String file;

        Stream(String file) {
            this.file = file;
        }
    }

    private final Path folder;

    @GuardedBy("this")
    private final Map<Stream, OutputStream> files = new EnumMap<>(Stream.class);

    @GuardedBy("this")
    private boolean closed;

    /** Prints into {@code folder}, which need not be there. */
    public AttemptPrints(Path folder) {
        this.folder = folder;
    }

    /** Adds what was printed. What cannot be kept ends the keeping, not the attempt. */
    synchronized void add(Stream stream, byte[] bytes, int offset, int length) {
        if (closed) {
            return;
        }
        try {
            OutputStream file = files.get(stream);
            if (file == null) {
                Files.createDirectories(folder);
                file =
                        Files.newOutputStream(
                                folder.resolve(stream.file),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND);
                files.put(stream, file);
            }
            file.write(bytes, offset, length);
        } catch (IOException e) {
            close();
            LOG.warn("What a task prints is no longer kept in {}", folder, e);
        }
    }

    /** Of the attempt for which the calling thread or the one that started it works, or null. */
    static @Nullable AttemptPrints current() {
        UserScope scope = UserScope.origin();
        return scope == null ? null : scope.prints();
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (OutputStream file : files.values()) {
            try {
                file.close();
            } catch (IOException e) {
                LOG.warn("What a task printed may be missing from {}", folder, e);
            }
        }
        files.clear();
    }
}
