package io.millrace.verify.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * A temporary directory that is deleted when it is closed, or when a signal ends this JVM before
 * that, unless it is kept. Used by one thread, and by the one that ends this JVM.
 */
public final class ScratchDirectory implements AutoCloseable {

    static final int HOOK_PRIORITY = 1;

    private final Path path;
    private final Runnable atExit = this::delete;
    private volatile boolean kept;

    /** Makes a new directory whose name begins with {@code prefix}. */
    public ScratchDirectory(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
        ShutdownHookManager.get().addShutdownHook(atExit, HOOK_PRIORITY);
    }

    public Path path() {
        return path;
    }

    /** Leaves the directory to the user. */
    public void keep() {
        kept = true;
    }

    private void delete() {
        if (!kept) {
            FileUtil.fullyDelete(path.toFile());
        }
    }

    @Override
    public void close() {
        delete();
        if (!ShutdownHookManager.get().isShutdownInProgress()) {
            ShutdownHookManager.get().removeShutdownHook(atExit);
        }
    }
}
