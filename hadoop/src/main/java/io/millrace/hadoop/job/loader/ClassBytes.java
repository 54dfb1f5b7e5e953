package io.millrace.hadoop.job.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a job's classes as its copies define them, read once for all copies. Thread-safe.
 */
final class ClassBytes {

    private final Map<String, Found> read = new ConcurrentHashMap<>();
    private final JobCode code;

    /** Guarded by this, as the next. */
    private boolean compared;

    private @Nullable String identity;

    ClassBytes(JobCode code) {
        this.code = code;
    }

    /**
     * A class file.
     *
     * @param place the jar or directory that it comes from
     */
    record Found(byte[] bytes, URL place) {}

    /**
     * The class of that name, or null if there is none.
     *
     * @param locate finds a path on the job's class path
     */
    @Nullable Found find(String name, Function<String, @Nullable URL> locate) throws IOException {
        Found known = read.get(name);
        if (known != null) {
            return known;
        }
        String path = name.replace('.', '/').concat(".class");
        URL url = locate.apply(path);
        if (url == null) {
            return null;
        }
        Found found = new Found(code.of(bytesOf(url)), place(url, path));
        read.put(name, found);
        return found;
    }

    /** What tells all that is on the job's class path from other code; null if nothing does. */
    synchronized @Nullable String identity(URL[] path) {
        if (!compared) {
            identity = ClassPathDigest.of(path);
            compared = true;
        }
        return identity;
    }

    private static byte[] bytesOf(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        // A cached jar file would stay open for as long as the process lives.
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    private static URL place(URL url, String path) throws MalformedURLException {
        String text = url.toString();
        String place = text.substring(0, text.length() - path.length());
        if (place.startsWith("jar:") && place.endsWith("!/")) {
            place = place.substring("jar:".length(), place.length() - "!/".length());
        }
        return URI.create(place).toURL();
    }
}
