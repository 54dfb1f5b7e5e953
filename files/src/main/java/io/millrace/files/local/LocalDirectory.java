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
 * A directory on the local disk that a key names, or that Hadoop's defaults do. One that others can
 * exchange is refused if somebody chose it, for they would look for their files there; in place of
 * a default one another is taken. Immutable.
 *
 * @param path where it is
 * @param key what names it
 * @param chosen whether somebody set the key
 */
public record LocalDirectory(Path path, String key, boolean chosen) {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDirectory.class);

    private static final String USED = "it is used, as " + FileKeys.UNSAFE_DIRECTORY + " says";

    /** What the log has spoken of. */
    private static final Set<Path> TOLD = ConcurrentHashMap.newKeySet();

    /** Makes what is used in place of a default directory that cannot be trusted. */
    @FunctionalInterface
    public interface Substitute {
        Path make() throws IOException;
    }

    /**
     * The directory, made if it is not there, or its substitute.
     *
     * @throws UntrustedPathException if somebody chose a directory that others can exchange
     * @throws IOException if it cannot be made
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
            tell(path, e, other + " is used in its place");
            return other;
        }
    }

    /**
     * A new private directory for temporary files, which nobody else can guess or enter.
     *
     * @throws UntrustedPathException if there is no place for one
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
