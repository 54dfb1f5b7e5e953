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
 * The output that one attempt prints, in files that are created on first use. Threads that outlive
 * the attempt print here until this is closed. Thread-safe.
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

    /** Prints into {@code folder}, which need not exist. */
    public AttemptPrints(Path folder) {
        this.folder = folder;
    }

    /**
     * Appends printed bytes. If that fails, output is no longer kept, but the attempt continues.
     */
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
            LOG.warn("The output of a task is no longer kept in {}", folder, e);
        }
    }

    /**
     * The output of the attempt that the calling thread, or the thread that started it, works for;
     * or null.
     */
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
                LOG.warn("The output of a task may be incomplete in {}", folder, e);
            }
        }
        files.clear();
    }
}
