package io.millrace.bytecode.file;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Reads many class files. Each jar is opened once, and closed with this: a URL would open it again
 * for each class, or leave it open until the process ends. Not thread-safe.
 */
public final class ClassFileReader implements Closeable {

    private final Map<String, JarFile> jars = new HashMap<>();

    /**
     * The class file that a loader finds for a class, or null if it finds none.
     *
     * @throws UnreadableClassException as for {@link ClassFile#find}
     */
    public @Nullable ClassFile find(ClassLoader loader, String name) throws IOException {
        URL url = loader.getResource(ClassFile.path(name));
        return url == null ? null : ClassFile.of(open(url));
    }

    private InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        if (connection instanceof JarURLConnection entry
                && entry.getJarFileURL().getProtocol().equals("file")) {
            JarFile jar = jar(entry.getJarFileURL());
            ZipEntry found = jar.getEntry(entry.getEntryName());
            if (found != null) {
                return jar.getInputStream(found);
            }
        }
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    private JarFile jar(URL place) throws IOException {
        JarFile open = jars.get(place.toString());
        if (open == null) {
            open = new JarFile(new File(URI.create(place.toString())));
            jars.put(place.toString(), open);
        }
        return open;
    }

    @Override
    public void close() throws IOException {
        for (JarFile each : jars.values()) {
            each.close();
        }
    }
}
