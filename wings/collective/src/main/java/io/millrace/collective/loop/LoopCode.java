package io.millrace.collective.loop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * The code that a loop runs: for each class that a setting names, its whole jar or directory,
 * including the classes it uses there; the job's jar, and the jars that it brings.
 */
final class LoopCode {

    private static final Pattern CLASS = Pattern.compile("([\\p{Alpha}_$][\\w$]*\\.)+[\\w$]+");
    private static final String CLASS_FILE = ".class";

    private final Map<String, String> digests = new TreeMap<>();
    private final Map<Path, String> known = new HashMap<>();

    /** The digest of each part, by name. */
    Map<String, String> digests() {
        digests.put("Hadoop", VersionInfo.getBuildVersion());
        return digests;
    }

    /** Adds the classes that these settings name, and the jars that {@code conf} does. */
    void addNamedIn(Map<String, String> settings, JobConf conf) throws IOException {
        for (String value : settings.values()) {
            for (String name : value.split(",", -1)) {
                addClass(name.trim(), conf);
            }
        }
        String jar = conf.getJar();
        if (jar != null) {
            addJar("the job's jar", jar, conf);
        }
        for (String brought : conf.getTrimmedStrings("tmpjars")) {
            addJar(new org.apache.hadoop.fs.Path(brought).getName(), brought, conf);
        }
    }

    private void addClass(String name, Configuration conf) throws IOException {
        if (!CLASS.matcher(name).matches() || digests.containsKey(name)) {
            return;
        }
        String file = name.replace('.', '/') + CLASS_FILE;
        URL found = conf.getClassLoader().getResource(file);
        if (found == null || found.getProtocol().equals("jrt")) {
            return;
        }
        Path place = place(found, file);
        if (place == null) {
            try (InputStream in = found.openStream()) {
                digests.put(name, digest(in::transferTo));
            }
        } else {
            digests.put(name, digestOf(place));
        }
    }

    /** The jar or directory on disk that contains the file; null if it is elsewhere. */
    private static @Nullable Path place(URL found, String file) throws IOException {
        if (found.openConnection() instanceof JarURLConnection jar) {
            URL place = jar.getJarFileURL();
            return place.getProtocol().equals("file") ? path(place) : null;
        }
        if (!found.getProtocol().equals("file")) {
            return null;
        }
        String text = found.toString();
        return path(new URL(text.substring(0, text.length() - file.length())));
    }

    private static Path path(URL file) throws IOException {
        try {
            return Path.of(file.toURI());
        } catch (URISyntaxException e) {
            throw new IOException("a class comes from " + file + ", which is not a file name", e);
        }
    }

    private void addJar(String name, String jar, Configuration conf) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(jar);
        org.apache.hadoop.fs.FileSystem files =
                path.toUri().getScheme() == null
                        ? org.apache.hadoop.fs.FileSystem.getLocal(conf)
                        : path.getFileSystem(conf);
        try (InputStream in = files.open(path)) {
            digests.put(name, digest(in::transferTo));
        }
    }

    private String digestOf(Path place) throws IOException {
        String before = known.get(place);
        if (before != null) {
            return before;
        }
        String digest =
                digest(out -> {
                    if (Files.isDirectory(place)) {
                        copyClasses(place, out);
                    } else {
                        Files.copy(place, out);
                    }
                });
        known.put(place, digest);
        return digest;
    }

    /**
     * Copies classes only: the working directory of a process, where it writes files, may be on its
     * class path, too.
     */
    private static void copyClasses(Path folder, OutputStream out) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(CLASS_FILE)).sorted().toList();
        }
        for (Path file : files) {
            out.write(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            Files.copy(file, out);
        }
    }

    /** Writes the content to compare. */
    private interface Content {
        void to(OutputStream out) throws IOException;
    }

    private static String digest(Content content) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            content.to(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
