package io.millrace.collective.loop;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.staging.Claims;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a loop's own files, which all of its tasks can reach. It is deleted with the
 * loop. If the process is killed, the next loop with the same {@code hadoop.tmp.dir} deletes it,
 * provided that the file system is the local one.
 */
public final class LoopDirectory implements Closeable {

    private static final String PREFIX = "millrace-loop-";
    private static final FsPermission FOR_THE_USER = new FsPermission((short) 0700);

    private final FileSystem files;
    private final Path path;
    private final Claims claims;

    /** Null unless it is on a local disk. */
    private final java.nio.file.@Nullable Path claimed;

    private LoopDirectory(FileSystem files, Path path, Claims claims) {
        this.files = files;
        this.path = path;
        this.claims = claims;
        this.claimed = onDisk(files, path);
    }

    /** Creates one below {@code hadoop.tmp.dir}, and deletes those of killed processes. */
    public static LoopDirectory make(Configuration conf) throws IOException {
        Path parent = new Path(conf.get("hadoop.tmp.dir", "/tmp"));
        FileSystem files = parent.getFileSystem(conf);
        Path path = files.makeQualified(new Path(parent, PREFIX + UUID.randomUUID()));
        files.mkdirs(path, FOR_THE_USER);
        LoopDirectory made = new LoopDirectory(files, path, Claims.of(MillraceProcess.current()));
        made.claim();
        return made;
    }

    private static java.nio.file.@Nullable Path onDisk(FileSystem files, Path path) {
        if (!(files instanceof LocalFileSystem local)) {
            return null;
        }
        java.nio.file.Path file = local.pathToFile(path).toPath();
        return Files.isDirectory(file) ? file : null; // it may be in memory
    }

    private void claim() {
        if (claimed != null) {
            claims.add(claimed);
            Claims.sweep(Objects.requireNonNull(claimed.getParent()), PREFIX, claimed);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        files.delete(path, true);
        if (claimed != null) {
            claims.release(claimed);
        }
    }
}
