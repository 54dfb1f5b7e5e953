package io.millrace.engine.spill;

import io.millrace.engine.memory.ProcessMemory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A run could not be written to disk, or not be read back. The message names the file and the
 * remedy.
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
                        + "; free some space, set millrace.spill.directories to other disks,"
                        + " or raise millrace.memory.max ("
                        + ProcessMemory.holders()
                        + ")",
                cause);
    }

    static SpillException cannotRead(String file, IOException cause) {
        return new SpillException(
                "cannot read run "
                        + file
                        + " back: "
                        + cause.getMessage()
                        + "; this temporary file must not be deleted before its job has ended",
                cause);
    }

    static SpillException corrupt(
            RunSource runs, long position, String what, @Nullable Throwable cause) {
        return new SpillException(
                runs.name() + " at " + position + ": " + what + "; " + runs.suspect(), cause);
    }

    static SpillException damaged(
            String who, long position, String what, @Nullable Throwable cause) {
        return new SpillException(
                "the runs of "
                        + who
                        + " were damaged on their way to this process, or were written by a process"
                        + " with another slab size: at "
                        + position
                        + ": "
                        + what
                        + "; the attempt must run again",
                cause);
    }

    static SpillException truncated(RunSource runs, long position, Throwable cause) {
        return new SpillException(
                runs.name()
                        + " at "
                        + position
                        + ": it ends inside a block; another program may have truncated it, or "
                        + runs.suspect(),
                cause);
    }
}
