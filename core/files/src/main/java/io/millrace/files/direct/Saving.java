package io.millrace.files.direct;

import io.millrace.files.namespace.MemoryFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves redirected files from memory to their places on disk. Writes the files of a directory under
 * other names, which Hadoop's input formats ignore, and renames them when all are written; the
 * marker of a complete output comes last. An interruption therefore leaves nothing that looks
 * complete. A directory that cannot be written stays in memory. The caller must prevent name
 * changes meanwhile.
 */
final class Saving {

    private static final Logger LOG = LoggerFactory.getLogger(Saving.class);

    private static final String MARKER = "_SUCCESS";
    private static final String UNFINISHED = ".unfinished";
    private static final int BUFFER_BYTES = 128 << 10;

    private final MemoryFiles memory;
    private final FileSystem disk;

    Saving(MemoryFiles memory, FileSystem disk) {
        this.memory = memory;
        this.disk = disk;
    }

    /** Saves everything at and below a path, including open files as far as they are written. */
    List<String> everything(Path path) {
        return save(path, true);
    }

    /**
     * Saves everything at and below a path, except for open files and directories that depend on
     * them.
     */
    List<String> closedFiles(Path path) {
        return save(path, false);
    }

    /** Returns what could not be saved and why. */
    private List<String> save(Path path, boolean open) {
        FileStatus status = memory.find(path, 0);
        if (status == null) {
            return List.of();
        }
        Pass pass = new Pass(open);
        try {
            makeFolder(path.getParent());
            if (status.isFile()) {
                pass.files(path.getParent(), List.of(status));
            } else {
                pass.folder(status);
            }
        } catch (IOException | FSError e) {
            pass.fail(path, e);
        }
        if (pass.files > 0) {
            LOG.info("Wrote {} files of {} bytes from memory to disk", pass.files, pass.bytes);
        }
        return pass.failures;
    }

    /** Creates a directory on disk, and its parents, with the attributes they have in memory. */
    void makeFolder(@Nullable Path path) throws IOException {
        if (path == null || disk.exists(path)) {
            return;
        }
        makeFolder(path.getParent());
        if (!disk.mkdirs(path)) {
            throw new IOException("directory " + path + " could not be created");
        }
        FileStatus inMemory = memory.find(path, 0);
        if (inMemory != null) {
            copyStatus(inMemory, path);
        }
    }

    /** One traversal of a tree. */
    private final class Pass {

        private final boolean open;
        private final List<String> failures = new ArrayList<>();
        private int files;
        private long bytes;

        Pass(boolean open) {
            this.open = open;
        }

        /** Saves the content of a directory; false if something stays in memory. */
        boolean folder(FileStatus folder) {
            Path path = folder.getPath();
            try {
                boolean made = !disk.exists(path);
                makeFolder(path);
                boolean whole = contents(path);
                if (made) {
                    copyStatus(folder, path); // again, because its time has changed
                }
                if (whole && !path.isRoot()) {
                    memory.delete(path, false);
                }
                return whole;
            } catch (IOException | FSError e) {
                fail(path, e);
                return false;
            }
        }

        private boolean contents(Path folder) throws IOException {
            boolean whole = true;
            List<FileStatus> plain = new ArrayList<>();
            List<FileStatus> markers = new ArrayList<>();
            for (FileStatus each : memory.list(folder, 0)) {
                if (each.isDirectory()) {
                    whole &= folder(each);
                } else if (each.getPath().getName().equals(MARKER)) {
                    markers.add(each);
                } else {
                    plain.add(each);
                }
            }
            return files(folder, plain) && whole && files(folder, markers);
        }

        /**
         * Saves files of one directory, all or none of them; false if something stays in memory.
         */
        boolean files(Path folder, List<FileStatus> all) {
            List<FileStatus> closed =
                    all.stream()
                            .filter(each -> open || !memory.beingWritten(each.getPath()))
                            .toList();
            try {
                for (FileStatus each : closed) {
                    write(each);
                }
            } catch (IOException | FSError e) {
                closed.forEach(each -> discard(each.getPath()));
                fail(folder, e);
                return false;
            }
            return rename(closed) && closed.size() == all.size();
        }

        private boolean rename(List<FileStatus> written) {
            for (FileStatus each : written) {
                Path path = each.getPath();
                try {
                    if (!disk.rename(unfinished(path), path)) {
                        throw new IOException("it cannot be renamed from " + unfinished(path));
                    }
                    memory.delete(path, false);
                } catch (IOException | FSError e) {
                    fail(path, e);
                    return false;
                }
                files++;
                bytes += each.getLen();
            }
            return true;
        }

        private void fail(Path path, Throwable why) {
            LOG.debug("{} stays in memory", path, why);
            String what = why.getMessage() == null ? why.toString() : why.getMessage();
            failures.add(path.toUri().getPath() + ": " + what);
        }
    }

    private void write(FileStatus file) throws IOException {
        Path target = unfinished(file.getPath());
        if (disk.getFileStatus(file.getPath().getParent()).isFile()) {
            throw new FileNotFoundException(file.getPath().getParent() + " is a file");
        }
        try (FSDataInputStream in = memory.open(file.getPath(), BUFFER_BYTES, null);
                FSDataOutputStream out = disk.create(target, true)) {
            IOUtils.copyBytes(in, out, BUFFER_BYTES, false);
        }
        copyStatus(file, target);
    }

    private void copyStatus(FileStatus from, Path to) throws IOException {
        disk.setPermission(to, from.getPermission());
        disk.setTimes(to, from.getModificationTime(), from.isFile() ? from.getAccessTime() : -1);
    }

    private void discard(Path path) {
        try {
            disk.delete(unfinished(path), false);
        } catch (IOException e) {
            LOG.warn("{} could not be deleted: {}", unfinished(path), e.toString());
        }
    }

    private static Path unfinished(Path path) {
        return new Path(path.getParent(), '.' + path.getName() + UNFINISHED);
    }
}
