package io.millrace.hadoop.staging;

import io.millrace.files.local.LocalDirectory;
import io.millrace.files.local.TrustedPath;
import io.millrace.files.local.UntrustedPathException;
import io.millrace.hadoop.config.KeyOrigin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * Where jobs of this process keep files: submission files, system files, and each job's local
 * directories. All on the local file system, and below one directory per user and process, which is
 * private, so that two processes never meet and no other user of the machine gets in. What
 * processes left that were killed is deleted by the next one that works in the same place.
 * Thread-safe.
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
     * @param process what no other process of this machine is called
     * @param claims those of the process
     */
    public JobDirectories(String process, Claims claims) {
        this.process = process;
        this.claims = claims;
    }

    /** Where the client puts a user's submission files; the client makes it, for the user alone. */
    public String staging(Configuration conf, String user) throws IOException {
        return qualified(conf, stagingRoot(conf, user).resolve(".staging"));
    }

    /** Hadoop wants to know a directory for files of the system; nothing is written there. */
    public String system(Configuration conf, String user) throws IOException {
        return qualified(conf, stagingRoot(conf, user).resolve("system"));
    }

    /** Where finished jobs' histories would be; nothing is written there. */
    public String history(Configuration conf, String user) throws IOException {
        return qualified(conf, stagingRoot(conf, user).resolve("history"));
    }

    /**
     * Makes a job's local directories, one below each of {@code mapreduce.cluster.local.dir}, for
     * the user alone.
     *
     * @return at least one; the first is for the job's own files, all are for spilled runs
     * @throws IOException if none can be made
     */
    public List<Path> makeLocal(Configuration conf, String user, String job) throws IOException {
        List<Path> made = new ArrayList<>();
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
                    "no local directory for job "
                            + job
                            + " can be made below "
                            + MRConfig.LOCAL_DIR
                            + "="
                            + conf.get(MRConfig.LOCAL_DIR)
                            + "; name a directory that can be written to",
                    last);
        }
        return made;
    }

    private static String[] localParents(Configuration conf) {
        return conf.getTrimmedStrings(MRConfig.LOCAL_DIR, conf.get(TEMPORARY, FALLBACK_TEMPORARY));
    }

    /** Where copies of cached files go that several jobs may share. */
    public Path fileCache(Configuration conf, String user) throws IOException {
        Path root = below(conf, localParents(conf)[0], MRConfig.LOCAL_DIR, user);
        return TrustedPath.makePrivate(root.resolve("filecache"));
    }

    /**
     * Where this process may make directories for spilled runs, below a configured one.
     *
     * @param key what names {@code parent}
     * @throws IOException if there is no such directory and none can be made
     */
    public Path spills(Configuration conf, String parent, String key, String user)
            throws IOException {
        return below(conf, parent, key, user);
    }

    /** The directory of this process and user below another, made if it is not there. */
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

    /** Deletes everything that jobs of this process left; for the end of the process. */
    public void deleteAll() {
        roots.forEach(TreeDeletion::quietly);
        roots.clear();
    }

    /** Where configurations of jobs are kept that can still be asked for. */
    public Path keptJobs(Configuration conf, String user) throws IOException {
        return stagingRoot(conf, user).resolve("jobs");
    }

    /**
     * Below the directory that is configured for it, or else in a new one that nobody else can
     * guess or enter. Not below {@code hadoop.tmp.dir}, where jobs look for their own files.
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
