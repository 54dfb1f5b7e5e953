package io.millrace.engine.spill;

import io.millrace.engine.memory.ProcessMemory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A run could not be written to disk, or not be read back. The message names the file and says what
 * to do.
 */
public final class SpillException extends IOException {

    private static final long serialVersionUID = 1;

    private SpillException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static SpillException cannotWrite(Path file, IOException cause) {
        Path directory = file.toAbsolutePath().getParent();
        long free = directory == null ? 0 : directory.toFile().getUsableSpace();
        return new SpillException(
                "cannot write run "
                        + file
                        + " ("
                        + free
                        + " bytes free there): "
                        + cause.getMessage()
                        + "; free some space, or name other disks in millrace.spill.directories, or raise millrace.memory.max ("
                        + ProcessMemory.holders()
                        + ")",
                cause);
    }

    static SpillException cannotRead(Path file, IOException cause) {
        return new SpillException(
                "cannot read run "
                        + file
                        + " back: "
                        + cause.getMessage()
                        + "; it is a temporary file that must stay until its job has ended",
                cause);
    }

    static SpillException corrupt(
            Path file, long position, String what, @Nullable Throwable cause) {
        return new SpillException(
                file + " at " + position + ": " + what + "; the local disk may be full or failing",
                cause);
    }

    static SpillException truncated(Path file, long position, Throwable cause) {
        return new SpillException(
                file
                        + " at "
                        + position
                        + ": the file ends inside a block; something cut it, or the local disk is full or failing",
                cause);
    }
}
