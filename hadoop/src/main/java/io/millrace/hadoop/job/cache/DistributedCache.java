package io.millrace.hadoop.job.cache;

import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.LinkConflict;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The process's distributed cache. One per process; thread-safe. */
public final class DistributedCache {

    private final CacheStore store = new CacheStore();
    private final WorkingDirectoryLinks links =
            new WorkingDirectoryLinks(Path.of(System.getProperty("user.dir")));

    /**
     * Makes all that a job asks for local, and links it. Called on the job's own thread, as the
     * job's user.
     *
     * @param directory where copies go
     * @param submitDirectory the job's submission files, which are used where they are
     * @return to be closed when the job has ended
     * @throws IOException if something cannot be had; nothing is held then
     */
    public LocalizedFiles localize(
            Configuration conf, Path directory, org.apache.hadoop.fs.Path submitDirectory)
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
                all.add(new Localized(resource, copy.path()));
            }
            for (Localized localized : all) {
                link(localized, submitDirectory, onConflict, held);
            }
            done = new LocalizedFiles(all, held);
            return done;
        } finally {
            if (done == null) {
                LocalizedFiles.closeAll(held);
            }
        }
    }

    private void link(
            Localized localized,
            org.apache.hadoop.fs.Path submitDirectory,
            LinkConflict onConflict,
            List<LocalCopy> held)
            throws IOException {
        CacheResource resource = localized.resource();
        if (!resource.wildcard()) {
            hold(links.make(resource.link(), localized.local(), onConflict), held);
            return;
        }
        if (localized.local().startsWith(Path.of(submitDirectory.toUri().getPath()))) {
            // The client's folder of libjars: they are wanted on the class path, not in the working
            // directory.
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(localized.local())) {
            for (Path entry : entries) {
                hold(links.make(entry.getFileName().toString(), entry, onConflict), held);
            }
        }
    }

    private static void hold(@Nullable LocalCopy link, List<LocalCopy> held) {
        if (link != null) {
            held.add(link);
        }
    }

    private static List<CacheResource> concat(
            List<CacheResource> files, List<CacheResource> archives) {
        List<CacheResource> all = new ArrayList<>(files);
        all.addAll(archives);
        return all;
    }
}
