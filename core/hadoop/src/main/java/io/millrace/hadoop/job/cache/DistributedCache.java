package io.millrace.hadoop.job.cache;

import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.LinkConflict;
import io.millrace.hadoop.config.ProcessLayout;
import io.millrace.hadoop.job.cache.WorkingDirectoryLinks.User;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process's distributed cache. One per process; thread-safe. */
public final class DistributedCache {

    private static final Logger LOG = LoggerFactory.getLogger(DistributedCache.class);

    private final CacheStore store = new CacheStore();
    private final WorkingDirectoryLinks links =
            new WorkingDirectoryLinks(Path.of(System.getProperty("user.dir")));

    /**
     * Makes a job's cached files local, and links them into the working directory. Called on the
     * job's own thread, as the job's user.
     *
     * @param directory the directory for copies
     * @param submitDirectory the job's submission files, which are used in place
     * @param depth how many jobs are around this one, whose tasks wait for it
     * @param waitsFor the least depth of the jobs that it may wait for to release a link. With
     *     others, it has {@linkplain LocalizedFiles#conflict a conflict}.
     * @return to be closed when the job has ended
     * @throws IOException if a file cannot be made local; holds nothing then
     */
    public LocalizedFiles localize(
            Configuration conf,
            Path directory,
            org.apache.hadoop.fs.Path submitDirectory,
            int depth,
            int waitsFor)
            throws IOException, InterruptedException {
        List<CacheResource> files = CacheResource.files(conf);
        List<CacheResource> archives = CacheResource.archives(conf);
        List<LocalCopy> held = new ArrayList<>();
        LinkConflict onConflict = HadoopKeys.LINK_CONFLICT.in(HadoopKeys.settings(conf));
        LocalizedFiles done = null;
        try {
            List<Localized> all = new ArrayList<>();
            for (CacheResource resource : concat(files, archives)) {
                LocalCopy copy = store.take(resource, conf, directory, submitDirectory);
                held.add(copy);
                all.add(new Localized(resource, copy.path(), copy.path()));
            }
            Collection<WantedLink> wanted = linksOf(all, submitDirectory).values();
            User user = new User(depth, waitsFor);
            boolean ownDirectories = ProcessLayout.of(HadoopKeys.settings(conf)).elsewhere();
            Map<String, LocalCopy> made = Map.of();
            boolean conflict = false;
            if (ownDirectories) {
                held.addAll(besides(wanted, user));
            } else {
                Map<String, LocalCopy> shared = links.makeAll(wanted, onConflict, user);
                conflict = shared == null;
                made = shared == null ? Map.of() : shared;
            }
            held.addAll(made.values());
            done = new LocalizedFiles(linked(all, made), List.copyOf(wanted), held, conflict);
            return done;
        } finally {
            if (done == null) {
                LocalizedFiles.closeAll(held);
            }
        }
    }

    /**
     * Links in the working directory for tasks with separate directories, as far as the names are
     * free: a relative path of Hadoop's local file system leads there, not into a task's directory.
     */
    private Collection<LocalCopy> besides(Collection<WantedLink> wanted, User user)
            throws IOException, InterruptedException {
        Map<String, LocalCopy> made = links.tryMakeAll(wanted, user);
        return made == null ? List.of() : made.values();
    }

    /** The links that a job requests, by name. */
    private static Map<String, WantedLink> linksOf(
            List<Localized> all, org.apache.hadoop.fs.Path submitDirectory) throws IOException {
        Map<String, WantedLink> wanted = new LinkedHashMap<>();
        for (Localized localized : all) {
            CacheResource resource = localized.resource();
            Path local = localized.local();
            String source = resource.path().toString();
            if (!resource.wildcard()) {
                want(new WantedLink(resource.link(), local, source), wanted);
            } else if (!local.startsWith(Path.of(submitDirectory.toUri().getPath()))) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(local)) {
                    for (Path entry : entries) {
                        String name = entry.getFileName().toString();
                        want(new WantedLink(name, entry, source + "/" + name), wanted);
                    }
                }
            } // otherwise the client's directory of libjars, which is needed on the class path only
        }
        return wanted;
    }

    /** As on a cluster, the first of several files gets the name. */
    private static void want(WantedLink link, Map<String, WantedLink> wanted) {
        WantedLink first = wanted.putIfAbsent(link.name(), link);
        if (first != null && !first.target().equals(link.target())) {
            LOG.warn(
                    "Cached file {} has no link: {} has the same name {}",
                    link.source(),
                    first.source(),
                    link.name());
        }
    }

    /** The path of each resource for tasks: as on a cluster its link, if it has one. */
    private static List<Localized> linked(List<Localized> all, Map<String, LocalCopy> links)
            throws IOException {
        List<Localized> seen = new ArrayList<>();
        for (Localized localized : all) {
            seen.add(
                    new Localized(
                            localized.resource(),
                            localized.local(),
                            seenAt(localized, links.get(localized.resource().link()))));
        }
        return seen;
    }

    private static Path seenAt(Localized localized, @Nullable LocalCopy link) throws IOException {
        if (link == null || localized.resource().wildcard()) {
            return localized.local();
        }
        return Files.isSameFile(link.path(), localized.local()) ? link.path() : localized.local();
    }

    private static List<CacheResource> concat(
            List<CacheResource> files, List<CacheResource> archives) {
        List<CacheResource> all = new ArrayList<>(files);
        all.addAll(archives);
        return all;
    }
}
