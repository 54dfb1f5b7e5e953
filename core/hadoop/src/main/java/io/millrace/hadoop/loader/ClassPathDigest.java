package io.millrace.hadoop.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Identifies the jars of a class path by their content, wherever they are. */
final class ClassPathDigest {

    private static final Logger LOG = LoggerFactory.getLogger(ClassPathDigest.class);

    private ClassPathDigest() {}

    /**
     * The digest; null unless all entries are readable jars, because directories may change at any
     * time.
     */
    static @Nullable String of(URL[] path) {
        StringBuilder all = new StringBuilder();
        try {
            for (URL place : path) {
                Path file = Path.of(URI.create(place.toString()));
                if (Files.isDirectory(file)) {
                    return null;
                }
                all.append(Files.exists(file) ? digest(file) : "none").append(' ');
            }
        } catch (IOException e) {
            LOG.debug("A job's jar could not be compared with others", e);
            return null;
        }
        return all.toString();
    }

    private static String digest(Path jar) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
