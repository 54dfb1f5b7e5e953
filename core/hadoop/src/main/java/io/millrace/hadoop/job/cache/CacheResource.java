package io.millrace.hadoop.job.cache;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.jspecify.annotations.Nullable;

/**
 * One file, directory or archive that a job needs locally.
 *
 * @param path its qualified path; for {@code dir/*} the directory
 * @param archive whether to unpack it
 * @param wildcard whether the job named the files in a directory rather than the directory
 * @param link name relative to the working directory; unused for a wildcard
 * @param timestampMillis modification time that the client saw
 * @param lengthBytes length that the client saw
 * @param readableByAll whether the client found it readable by everybody
 */
record CacheResource(
        Path path,
        boolean archive,
        boolean wildcard,
        String link,
        long timestampMillis,
        long lengthBytes,
        boolean readableByAll) {

    private static final String WILDCARD = "*";

    /** The cache files of a job, in the job's order. */
    static List<CacheResource> files(Configuration conf) throws IOException {
        return list(
                conf,
                JobContextImpl.getCacheFiles(conf),
                false,
                JobContextImpl.getFileTimestamps(conf),
                conf.getTrimmedStrings(MRJobConfig.CACHE_FILES_SIZES),
                conf.getTrimmedStrings(MRJobConfig.CACHE_FILE_VISIBILITIES));
    }

    /** The cache archives of a job, in the job's order. */
    static List<CacheResource> archives(Configuration conf) throws IOException {
        return list(
                conf,
                JobContextImpl.getCacheArchives(conf),
                true,
                JobContextImpl.getArchiveTimestamps(conf),
                conf.getTrimmedStrings(MRJobConfig.CACHE_ARCHIVES_SIZES),
                conf.getTrimmedStrings(MRJobConfig.CACHE_ARCHIVES_VISIBILITIES));
    }

    private static List<CacheResource> list(
            Configuration conf,
            URI @Nullable [] uris,
            boolean archive,
            long @Nullable [] timestamps,
            String[] sizes,
            String[] visibilities)
            throws IOException {
        List<CacheResource> resources = new ArrayList<>();
        if (uris == null) {
            return resources;
        }
        if (timestamps == null
                || timestamps.length != uris.length
                || sizes.length != uris.length
                || visibilities.length != uris.length) {
            throw new IOException(
                    "the job names "
                            + uris.length
                            + " cached "
                            + (archive ? "archives" : "files")
                            + ", but not a timestamp, a size and a visibility for each; submit it through Hadoop's Job or JobClient");
        }
        for (int i = 0; i < uris.length; i++) {
            resources.add(
                    of(
                            conf,
                            uris[i],
                            archive,
                            timestamps[i],
                            Long.parseLong(sizes[i]),
                            Boolean.parseBoolean(visibilities[i])));
        }
        return resources;
    }

    private static CacheResource of(
            Configuration conf,
            URI uri,
            boolean archive,
            long timestamp,
            long length,
            boolean visible)
            throws IOException {
        Path named = new Path(uri);
        boolean wildcard = named.getName().equals(WILDCARD);
        if (wildcard && uri.getFragment() != null) {
            throw new IOException(
                    "cached files "
                            + uri
                            + " have both a wildcard and a link name; use one of them");
        }
        Path path = wildcard ? named.getParent() : named;
        FileSystem fileSystem = path.getFileSystem(conf);
        Path resolved =
                fileSystem.resolvePath(
                        path.makeQualified(fileSystem.getUri(), fileSystem.getWorkingDirectory()));
        return new CacheResource(
                withoutFragment(resolved),
                archive,
                wildcard,
                linkOf(uri, path),
                timestamp,
                length,
                visible);
    }

    private static String linkOf(URI uri, Path path) throws IOException {
        String fragment = uri.getFragment();
        if (fragment == null) {
            return path.getName();
        }
        Path link = new Path(fragment);
        if (link.isAbsolute()) {
            throw new IOException(
                    "link name of cached file "
                            + uri
                            + " is absolute; it must be relative to the working directory");
        }
        return link.toUri().getPath();
    }

    private static Path withoutFragment(Path path) {
        URI uri = path.toUri();
        return uri.getFragment() == null
                ? path
                : new Path(uri.getScheme(), uri.getAuthority(), uri.getPath());
    }
}
