package io.millrace.hadoop.job.cache;

import io.millrace.files.config.PathCapabilities;
import io.millrace.hadoop.staging.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.jspecify.annotations.Nullable;

/**
 * The process's store of cached resources. A resource in one state is copied or unpacked once,
 * however many jobs use it. Thread-safe.
 */
final class CacheStore {

    private final AtomicLong nextFolder = new AtomicLong();
    private final Map<Key, Shared> copies = new HashMap<>();

    /** Identifies equal requests: one file in one state, for one user, used in one way. */
    private record Key(
            Path directory,
            org.apache.hadoop.fs.Path source,
            long timestampMillis,
            long lengthBytes,
            boolean archive) {}

    /** A copy and the number of jobs that use it; its lock is held while it is created. */
    private static final class Shared {
        private final Path folder;
        private int users;
        private @Nullable Path path;

        Shared(Path folder) {
            this.folder = folder;
        }

        synchronized Path make(CacheResource resource, Configuration conf)
                throws IOException, InterruptedException {
            Path made = path;
            if (made == null) {
                try {
                    made = localise(resource, folder, conf);
                    path = made;
                } finally {
                    if (made == null) {
                        TreeDeletion.quietly(folder); // another job may try again
                    }
                }
            }
            return made;
        }
    }

    /**
     * Takes a resource. Local files that everybody may read, and files that the client copied for
     * this job, are used in place. Programs that are not executable in place are copied, because a
     * cluster makes everything in the cache executable.
     *
     * @param directory the directory for copies
     * @param ownedBy files below this directory belong to the job anyway
     * @throws IOException if the resource cannot be read, or has changed since submission
     */
    LocalCopy take(
            CacheResource resource,
            Configuration conf,
            Path directory,
            org.apache.hadoop.fs.Path ownedBy)
            throws IOException, InterruptedException {
        checkUnchanged(resource, conf);
        Path inPlace = inPlace(resource, conf, ownedBy);
        if (inPlace != null) {
            return new LocalCopy(inPlace, () -> {});
        }
        Key key =
                new Key(
                        directory,
                        resource.path(),
                        resource.timestampMillis(),
                        resource.lengthBytes(),
                        resource.archive());
        Shared shared;
        synchronized (this) {
            shared =
                    copies.computeIfAbsent(
                            key,
                            absent ->
                                    new Shared(
                                            directory.resolve(
                                                    Long.toString(nextFolder.getAndIncrement()))));
            shared.users++;
        }
        LocalCopy taken = null;
        try {
            taken = new LocalCopy(shared.make(resource, conf), () -> release(key, shared));
            return taken;
        } finally {
            if (taken == null) {
                release(key, shared);
            }
        }
    }

    private void release(Key key, Shared shared) {
        synchronized (this) {
            if (--shared.users > 0) {
                return;
            }
            copies.remove(key, shared);
        }
        TreeDeletion.quietly(shared.folder);
    }

    private static void checkUnchanged(CacheResource resource, Configuration conf)
            throws IOException {
        FileStatus status = resource.path().getFileSystem(conf).getFileStatus(resource.path());
        if (status.getModificationTime() != resource.timestampMillis()) {
            throw new IOException(
                    "cached file "
                            + resource.path()
                            + " has changed since the job was submitted (modified at "
                            + status.getModificationTime()
                            + ", then "
                            + resource.timestampMillis()
                            + "); submit the job again");
        }
    }

    private static @Nullable Path inPlace(
            CacheResource resource, Configuration conf, org.apache.hadoop.fs.Path ownedBy)
            throws IOException {
        if (!"file".equals(resource.path().toUri().getScheme()) || resource.archive()) {
            return null;
        }
        if (resource.path()
                .getFileSystem(conf)
                .hasPathCapability(resource.path(), PathCapabilities.IN_MEMORY)) {
            return null; // a task opens it by its path, without Hadoop
        }
        Path local = Path.of(resource.path().toUri().getPath());
        boolean owned = local.startsWith(Path.of(ownedBy.toUri().getPath()));
        return owned || (resource.readableByAll() && !Permissions.lacking(local)) ? local : null;
    }

    private static Path localise(CacheResource resource, Path folder, Configuration conf)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        FileSystem source = resource.path().getFileSystem(conf);
        String name = resource.path().getName();
        Path target = folder.resolve(name);
        if (!resource.archive()) {
            FileUtil.copy(source, resource.path(), target.toFile(), false, conf);
            Permissions.seal(target, resource.readableByAll());
            return target;
        }
        Path packedFolder = Files.createDirectory(folder.resolve("packed"));
        Path packed = packedFolder.resolve(name);
        FileUtil.copy(source, resource.path(), packed.toFile(), false, conf);
        if (!Archive.unpack(packed, target)) {
            Files.move(packed, target);
        }
        TreeDeletion.quietly(packedFolder);
        Permissions.seal(target, resource.readableByAll());
        return target;
    }
}
