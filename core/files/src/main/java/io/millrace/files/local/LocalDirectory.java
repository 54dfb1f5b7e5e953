package io.millrace.files.local;

import io.millrace.files.config.FileKeys;
import io.millrace.files.config.UnsafeDirectory;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory on the local disk that a key or Hadoop's defaults name. If other users can replace
 * it, a private directory is used instead, unless {@link FileKeys#UNSAFE_DIRECTORY} says otherwise:
 * beside one that somebody chose, because of the space there. Immutable.
 *
 * @param path its path
 * @param key the key that names it
 * @param chosen whether somebody set the key
 */
public record LocalDirectory(Path path, String key, boolean chosen) {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDirectory.class);

    /** Not the prefix of directories that are deleted after their processes have died. */
    private static final String PRIVATE = ".millrace-";

    private static final String USED =
            "it is used because of " + FileKeys.UNSAFE_DIRECTORY + "=warn";

    /** Directories already logged. */
    private static final Set<Path> TOLD = ConcurrentHashMap.newKeySet();

    /** Creates the substitute of an untrusted directory if there is no trusted place beside it. */
    @FunctionalInterface
    public interface Substitute {
        Path make() throws IOException;
    }

    /**
     * The directory, created if missing, or its substitute.
     *
     * @throws UntrustedPathException if other users can replace it, and either no place can be
     *     trusted or a job shall fail then
     * @throws IOException if it cannot be created
     */
    public Path make(Configuration conf, Substitute substitute) throws IOException {
        try {
            return TrustedPath.make(path);
        } catch (UntrustedPathException e) {
            if (isTolerated(conf)) {
                tell(path, e, USED);
                return Files.createDirectories(path);
            }
            if (chosen && reaction(conf) == UnsafeDirectory.REFUSE) {
                throw new UntrustedPathException(e, key);
            }
            Path beside = chosen ? beside(e) : null;
            Path other = beside == null ? substitute.make() : beside;
            tell(path, e, other + ", which has " + space(other) + " free, is used instead");
            return other;
        }
    }

    /**
     * A private directory of the user beside the unsafe component, and so usually on the same disk;
     * null if others could replace it or this user cannot write there.
     */
    private static @Nullable Path beside(UntrustedPathException refused) throws IOException {
        Path above = refused.above();
        if (above == null || above.getParent() == null || !Files.isWritable(above)) {
            return null; // nobody expects files of jobs in the root directory
        }
        try {
            return TrustedPath.makePrivate(
                    TrustedPath.of(above).resolve(PRIVATE + System.getProperty("user.name")));
        } catch (UntrustedPathException | AccessDeniedException e) {
            return null;
        }
    }

    private static String space(Path directory) throws IOException {
        return TraditionalBinaryPrefix.long2String(
                Files.getFileStore(directory).getUsableSpace(), "B", 1);
    }

    /**
     * A new private directory for temporary files, which other users can neither guess nor enter.
     *
     * @throws UntrustedPathException if there is no trusted place for it
     */
    public static Path fresh(Configuration conf, String prefix) throws IOException {
        try {
            return TrustedPath.makeFresh(prefix);
        } catch (UntrustedPathException e) {
            if (!isTolerated(conf)) {
                throw new UntrustedPathException(e, "the JVM's option -Djava.io.tmpdir");
            }
            Path made = Files.createTempDirectory(prefix);
            tell(made, e, USED);
            return made;
        }
    }

    private static boolean isTolerated(Configuration conf) {
        return reaction(conf) == UnsafeDirectory.WARN;
    }

    private static UnsafeDirectory reaction(Configuration conf) {
        return FileKeys.UNSAFE_DIRECTORY.in(conf::get);
    }

    private static void tell(Path unsafe, UntrustedPathException why, String what) {
        if (TOLD.add(unsafe)) {
            LOG.warn("{}; {}", why.getMessage(), what);
        }
    }
}
