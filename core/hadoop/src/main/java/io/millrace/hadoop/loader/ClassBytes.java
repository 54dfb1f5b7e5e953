package io.millrace.hadoop.loader;

import io.millrace.bytecode.rewrite.JobCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a job's classes as its copies define them, read once for all copies. Thread-safe.
 */
final class ClassBytes {

    private final Map<String, Found> read = new ConcurrentHashMap<>();
    private final Map<String, Optional<Manifest>> manifests = new ConcurrentHashMap<>();
    private final JobCode code;

    /** Guarded by this, like the next field. */
    private boolean compared;

    private @Nullable String identity;

    ClassBytes(JobCode code) {
        this.code = code;
    }

    /**
     * A class file.
     *
     * @param place the jar or directory of the file
     */
    record Found(byte[] bytes, URL place) {}

    /**
     * The class of that name, or null if it is missing.
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

    /** A digest that identifies all code on the job's class path; null if there is none. */
    synchronized @Nullable String identity(URL[] path) {
        if (!compared) {
            identity = ClassPathDigest.of(path);
            compared = true;
        }
        return identity;
    }

    private static byte[] bytesOf(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        // A cached jar file would stay open until the process ends.
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    /** The manifest of a jar; null for a directory, or a jar without a manifest. */
    @Nullable Manifest manifest(URL place) throws IOException {
        String name = place.toString();
        Optional<Manifest> known = manifests.get(name);
        if (known == null) {
            known = name.endsWith("/") ? Optional.empty() : Optional.ofNullable(read(place));
            manifests.put(name, known);
        }
        return known.orElse(null);
    }

    private static @Nullable Manifest read(URL jar) throws IOException {
        URLConnection connection = URI.create("jar:" + jar + "!/").toURL().openConnection();
        connection.setUseCaches(false);
        try (JarFile file = ((JarURLConnection) connection).getJarFile()) {
            return file.getManifest();
        }
    }

    /**
     * The place of a file: its jar, even if the entry is specific to a Java version, or the root
     * directory of its path, whose characters may be encoded.
     */
    private static URL place(URL url, String path) throws MalformedURLException {
        String text = url.toString();
        if (text.startsWith("jar:")) {
            return URI.create(text.substring("jar:".length(), text.lastIndexOf("!/"))).toURL();
        }
        int end = text.length();
        for (int names = path.split("/").length; names > 0; names--) {
            end = text.lastIndexOf('/', end - 1);
        }
        return URI.create(text.substring(0, end + 1)).toURL();
    }
}
