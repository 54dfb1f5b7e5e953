package io.millrace.hadoop.staging;

import io.millrace.files.local.LocalDirectory;
import io.millrace.files.local.TrustedPath;
import io.millrace.files.local.UntrustedPathException;
import io.millrace.hadoop.config.KeyOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.jspecify.annotations.Nullable;

/**
 * The directories of this process's jobs: submission files, system files, and each job's local
 * directories. All are on the local file system, below one private directory per user and process,
 * so that processes do not collide and other users have no access. The next process that uses the
 * same place deletes the leftovers of killed processes. Thread-safe.
 */
public final class JobDirectories {

    private static final String TEMPORARY = "hadoop.tmp.dir";
    private static final String FALLBACK_TEMPORARY = "/tmp/hadoop";

    private static final String TEMPORARY_PREFIX = "millrace-";

    private final String process;
    private final Claims claims;
    private final Set<Path> roots = ConcurrentHashMap.newKeySet();
    private @Nullable Path ownRoot;

    /**
     * @param process a name that is unique among the processes of this machine
     * @param claims the claims of the process
     */
    public JobDirectories(String process, Claims claims) {
        this.process = process;
        this.claims = claims;
    }

    /**
     * The directory for a user's submission files. The client creates it, accessible to that user
     * only.
     */
    public String staging(Configuration conf, String user) throws IOException {
        return qualified(conf, stagingRoot(conf, user).resolve(".staging"));
    }

    /** The directory for system files, which Hadoop requires; nothing is written there. */
    public String system(Configuration conf, String user) throws IOException {
        return qualified(conf, stagingRoot(conf, user).resolve("system"));
    }

    /**
     * The directory for histories of finished jobs, which Hadoop requires; nothing is written
     * there.
     */
    public String history(Configuration conf, String user) throws IOException {
        return qualified(conf, stagingRoot(conf, user).resolve("history"));
    }

    /**
     * Creates a job's local directories, one below each of {@code mapreduce.cluster.local.dir},
     * accessible to the user only.
     *
     * @return at least one; the first is for the job's own files, all are for spilled runs
     * @throws IOException if none can be created
     */
    public List<Path> makeLocal(Configuration conf, String user, String job) throws IOException {
        Set<Path> made = new LinkedHashSet<>(); // several may have the same substitute
        IOException last = null;
        for (String parent : localParents(conf)) {
            try {
                Path root = below(conf, parent, MRConfig.LOCAL_DIR, user);
                made.add(TrustedPath.makePrivate(root.resolve(job)));
            } catch (UntrustedPathException e) {
                throw e;
            } catch (IOException e) {
                last = e;
            }
        }
        if (made.isEmpty()) {
            throw new IOException(
                    "local directory for job "
                            + job
                            + " could not be created below "
                            + MRConfig.LOCAL_DIR
                            + "="
                            + conf.get(MRConfig.LOCAL_DIR)
                            + "; name a writable directory",
                    last);
        }
        return List.copyOf(made);
    }

    private static String[] localParents(Configuration conf) {
        return conf.getTrimmedStrings(MRConfig.LOCAL_DIR, conf.get(TEMPORARY, FALLBACK_TEMPORARY));
    }

    /** The directory for copies of cached files that jobs share. */
    public Path fileCache(Configuration conf, String user) throws IOException {
        Path root = below(conf, localParents(conf)[0], MRConfig.LOCAL_DIR, user);
        return TrustedPath.makePrivate(root.resolve("filecache"));
    }

    /**
     * The directory below a configured one in which this process creates directories for spilled
     * runs.
     *
     * @param key the configuration key of {@code parent}
     * @throws IOException if it does not exist and cannot be created
     */
    public Path spills(Configuration conf, String parent, String key, String user)
            throws IOException {
        return below(conf, parent, key, user);
    }

    /** The directory of this process and user below another, created if missing. */
    private Path below(Configuration conf, String named, String key, String user)
            throws IOException {
        boolean chosen = KeyOrigin.chosen(conf, key) || KeyOrigin.chosen(conf, TEMPORARY);
        Path parent =
                new LocalDirectory(localPath(named), key, chosen)
                        .make(conf, () -> TrustedPath.makePrivate(ownRoot(conf).resolve("local")));
        String prefix = TEMPORARY_PREFIX + user + "-";
        Path root = TrustedPath.makePrivate(parent.resolve(prefix + process));
        if (roots.add(root)) {
            claims.add(root);
            Claims.sweep(parent, prefix, root);
        }
        return root;
    }

    /** Deletes everything that jobs of this process left. Called when the process ends. */
    public void deleteAll() {
        roots.forEach(TreeDeletion::quietly);
        roots.clear();
    }

    /** The directory for configurations of jobs that clients can still query. */
    public Path keptJobs(Configuration conf, String user) throws IOException {
        return stagingRoot(conf, user).resolve("jobs");
    }

    /**
     * Below the configured directory, or else in a new one that other users can neither guess nor
     * enter. Not below {@code hadoop.tmp.dir}, where jobs look for their own files.
     */
    private Path stagingRoot(Configuration conf, String user) throws IOException {
        String parent = conf.getTrimmed(JTConfig.JT_STAGING_AREA_ROOT);
        if (parent == null || parent.isEmpty()) {
            return ownRoot(conf).resolve(user);
        }
        return below(conf, parent, JTConfig.JT_STAGING_AREA_ROOT, user);
    }

    /** A private directory of the process, with a short name. */
    public synchronized Path ownRoot(Configuration conf) throws IOException {
        Path root = ownRoot;
        if (root == null || !TrustedPath.isPrivate(root)) {
            root = LocalDirectory.fresh(conf, TEMPORARY_PREFIX);
            roots.add(root);
            claims.add(root);
            Claims.sweep(Objects.requireNonNull(root.getParent()), TEMPORARY_PREFIX, root);
            ownRoot = root;
        }
        return root;
    }

    private static String qualified(Configuration conf, Path path) throws IOException {
        return FileSystem.getLocal(conf)
                .makeQualified(new org.apache.hadoop.fs.Path(path.toUri()))
                .toString();
    }

    /** Hadoop's configured local directories may be written as URIs, and may be relative. */
    public static Path localPath(String configured) {
        return Path.of(new org.apache.hadoop.fs.Path(configured).toUri().getPath())
                .toAbsolutePath();
    }
}
