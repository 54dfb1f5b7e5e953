package io.millrace.testing;

import java.io.IOException;
import java.nio.file.Path;

/** A real file system of a few bytes, to be filled; where this machine lets tests mount one. */
public final class SmallDisk {

    private SmallDisk() {}

    /** Mounts one on an empty directory; false if that cannot be done here. */
    public static boolean mount(Path directory, String size) throws InterruptedException {
        return command("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString());
    }

    /** Gives it another size; false if that cannot be done. */
    public static boolean resize(Path directory, String size) throws InterruptedException {
        return command("mount", "-o", "remount,size=" + size, directory.toString());
    }

    /** Takes it away, also while somebody keeps a file there open. */
    public static void unmount(Path directory) throws InterruptedException {
        command("umount", "-l", directory.toString());
    }

    private static boolean command(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }
}
