package io.millrace.hadoop.job.cache;

import io.millrace.hadoop.config.LinkConflict;
import io.millrace.hadoop.job.cache.WorkingDirectoryLinks.User;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One job's share of the distributed cache. Closing it removes links and copies that no other job
 * uses.
 */
public final class LocalizedFiles implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalizedFiles.class);
    private static final String JAR = ".jar";

    private final List<Localized> all;
    private final List<WantedLink> links;
    private final List<LocalCopy> held;
    private final boolean conflict;

    /**
     * @param conflict whether other jobs hold some of the links, so that tasks need separate
     *     directories
     */
    LocalizedFiles(
            List<Localized> all, List<WantedLink> links, List<LocalCopy> held, boolean conflict) {
        this.all = all;
        this.links = links;
        this.held = held;
        this.conflict = conflict;
    }

    /**
     * Whether the working directory lacks the links, because other jobs use some of the names for
     * other files. Tasks then need separate directories, for {@link #linkInto}.
     */
    public boolean conflict() {
        return conflict;
    }

    /** Stores the local paths in the keys that tasks read, in the order of the job's own lists. */
    public void describeIn(Configuration conf) {
        set(conf, MRJobConfig.CACHE_LOCALFILES, false);
        set(conf, MRJobConfig.CACHE_LOCALARCHIVES, true);
    }

    private void set(Configuration conf, String key, boolean archives) {
        String paths =
                all.stream()
                        .filter(localized -> localized.resource().archive() == archives)
                        .map(localized -> localized.seen().toString())
                        .collect(Collectors.joining(","));
        if (!paths.isEmpty()) {
            conf.set(key, paths);
        }
    }

    /** Links everything into a task's private directory, as on a cluster. */
    public void linkInto(Path directory) throws IOException, InterruptedException {
        new WorkingDirectoryLinks(directory).makeAll(links, LinkConflict.FAIL, User.ALONE);
    }

    /**
     * The entries for the job's class path: those that the job names, in its order, then all other
     * jars, which a cluster finds in a task's working directory.
     */
    public List<Path> classPath(Configuration conf) throws IOException {
        Set<Path> path = new LinkedHashSet<>();
        org.apache.hadoop.fs.Path[] files = JobContextImpl.getFileClassPaths(conf);
        org.apache.hadoop.fs.Path[] archives = JobContextImpl.getArchiveClassPaths(conf);
        for (org.apache.hadoop.fs.Path entry :
                files == null ? new org.apache.hadoop.fs.Path[0] : files) {
            path.addAll(matching(entry, false));
        }
        for (org.apache.hadoop.fs.Path entry :
                archives == null ? new org.apache.hadoop.fs.Path[0] : archives) {
            path.addAll(matching(entry, true));
        }
        for (Localized localized : all) {
            if (!localized.resource().wildcard() && isJar(localized.local())) {
                path.add(localized.local());
            }
        }
        return new ArrayList<>(path);
    }

    private List<Path> matching(org.apache.hadoop.fs.Path entry, boolean archive)
            throws IOException {
        String wanted = entry.toUri().getPath();
        List<Path> found = new ArrayList<>();
        for (Localized localized : all) {
            CacheResource resource = localized.resource();
            if (resource.archive() != archive) {
                continue;
            }
            String path = resource.path().toUri().getPath();
            if (path.equals(wanted) && !resource.wildcard()) {
                found.add(localized.local());
            } else if (resource.wildcard() && wanted.equals(path + "/" + entry.getName())) {
                found.addAll(
                        entry.getName().equals("*")
                                ? jarsIn(localized.local())
                                : List.of(localized.local().resolve(entry.getName())));
            }
        }
        return found.isEmpty() ? whereItIs(entry) : found;
    }

    /**
     * Hadoop's client does not copy libjars that are on the file system of its submission files,
     * but lists its own empty directory as a cached file: such a jar is used in place.
     */
    private static List<Path> whereItIs(org.apache.hadoop.fs.Path entry) {
        String scheme = entry.toUri().getScheme();
        Path path = Path.of(entry.toUri().getPath());
        if ((scheme == null || scheme.equals("file")) && Files.exists(path)) {
            return List.of(path);
        }
        LOG.warn(
                "{} is on the job's class path but not among its cached files, so the"
                        + " job cannot load its classes",
                entry);
        return List.of();
    }

    private static List<Path> jarsIn(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (isJar(entry)) {
                    jars.add(entry);
                }
            }
        }
        jars.sort(null);
        return jars;
    }

    private static boolean isJar(Path path) {
        return path.toString().endsWith(JAR) && Files.isRegularFile(path);
    }

    @Override
    public void close() {
        closeAll(held);
    }

    /** Closes in reverse order: links before their targets. */
    static void closeAll(List<LocalCopy> held) {
        for (int i = held.size() - 1; i >= 0; i--) {
            held.get(i).close();
        }
    }
}
