package io.millrace.files.local;

import io.millrace.files.config.FileKeys;
import io.millrace.files.config.UnsafeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory on the local disk that a key or Hadoop's defaults name. If other users can replace
 * it, it is rejected if somebody chose it, because they expect their files there; a default
 * directory is replaced by another. Immutable.
 *
 * @param path its path
 * @param key the key that names it
 * @param chosen whether somebody set the key
 */
public record LocalDirectory(Path path, String key, boolean chosen) {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDirectory.class);

    private static final String USED =
            "it is used because of " + FileKeys.UNSAFE_DIRECTORY + "=warn";

    /** Directories already logged. */
    private static final Set<Path> TOLD = ConcurrentHashMap.newKeySet();

    /** Creates the substitute of an untrusted default directory. */
    @FunctionalInterface
    public interface Substitute {
        Path make() throws IOException;
    }

    /**
     * The directory, created if missing, or its substitute.
     *
     * @throws UntrustedPathException if somebody chose a directory that other users can replace
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
            if (chosen) {
                throw new UntrustedPathException(e, key);
            }
            Path other = substitute.make();
            tell(path, e, other + " is used instead");
            return other;
        }
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
        return FileKeys.UNSAFE_DIRECTORY.in(conf::get) == UnsafeDirectory.WARN;
    }

    private static void tell(Path unsafe, UntrustedPathException why, String what) {
        if (TOLD.add(unsafe)) {
            LOG.warn("{}; {}", why.getMessage(), what);
        }
    }
}
