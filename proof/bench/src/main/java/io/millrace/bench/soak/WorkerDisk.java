package io.millrace.bench.soak;

import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A small disk under the runs of one worker, which can be filled. Used by one thread. */
final class WorkerDisk {

    private static final String BYTES = "64m";
    private static final int BLOCK_BYTES = 1 << 16;

    private final Path directory;
    private final Path filling;

    private WorkerDisk(Path directory) {
        this.directory = directory;
        this.filling = directory.resolve("filling");
    }

    /**
     * Puts one under the runs of a worker that has not written any.
     *
     * @param spills the directory of the runs of all workers
     * @return null if this machine does not allow it, or the job has ended
     */
    static @Nullable WorkerDisk mount(Path spills, int worker)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(spills)) {
            return null;
        }
        Optional<Path> directory;
        try (Stream<Path> all = Files.walk(spills)) {
            directory =
                    all.filter(each -> each.toString().endsWith("-worker-" + worker)).findFirst();
        }
        if (directory.isEmpty()) {
            return null;
        }
        String its = directory.get().toString();
        boolean mounted = command("mount", "-t", "tmpfs", "-o", "size=" + BYTES, "tmpfs", its);
        return mounted ? new WorkerDisk(directory.get()) : null;
    }

    /** Leaves no room. */
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filling)) {
            while (true) {
                out.write(new byte[BLOCK_BYTES]);
            }
        } catch (IOException e) {
            if (Files.exists(filling) && filling.toFile().getUsableSpace() > BLOCK_BYTES) {
                throw e;
            }
        }
    }

    Path directory() {
        return directory;
    }

    /** Checks that the job has left no file there. */
    void requireEmpty() throws IOException, MeasurementException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> left =
                    files.filter(each -> !Files.isDirectory(each) && !each.equals(filling))
                            .toList();
            if (!left.isEmpty()) {
                throw new MeasurementException("files were left: " + left);
            }
        }
    }

    /** Takes it away. */
    void unmount() throws IOException, InterruptedException {
        command("umount", "-l", directory.toString());
    }

    private static boolean command(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
