package io.millrace.files.direct;

import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Paths at or below which new files are made in memory. Thread-safe. */
final class RedirectedPaths {

    /** Whether what is moved away from there stays in memory, by path. */
    private final Map<String, Boolean> prefixes = new ConcurrentHashMap<>();

    /** A path that somebody named: what is moved away from there goes to disk. */
    void add(String prefix) {
        prefixes.putIfAbsent(prefix, false);
    }

    /** A job's output directory: what it has stays in memory wherever it is moved. */
    void addOutput(String directory) {
        prefixes.putIfAbsent(directory, true);
    }

    /** Whether a new file at that path is made in memory. */
    boolean cover(Path path) {
        return above(path.toUri().getPath()) != null;
    }

    /**
     * Before something is moved: redirects its new place as its old one is, if it is to stay in
     * memory there.
     *
     * @return whether it is redirected there
     */
    boolean follow(Path source, Path target) {
        if (cover(target)) {
            return true;
        }
        String from = source.toUri().getPath();
        String to = target.toUri().getPath();
        boolean followed = false;
        String above = above(from);
        if (above != null) {
            followed = Boolean.TRUE.equals(prefixes.get(above));
            if (followed) {
                addOutput(to);
            }
            return followed;
        }
        for (Map.Entry<String, Boolean> each : prefixes.entrySet()) {
            if (each.getKey().startsWith(from + '/')) {
                if (!each.getValue()) {
                    return false;
                }
                addOutput(to + each.getKey().substring(from.length()));
                followed = true;
            }
        }
        return followed;
    }

    /** The nearest redirected path at or above this one; null if there is none. */
    private @Nullable String above(String path) {
        for (String at = path; at.length() > 1; at = at.substring(0, at.lastIndexOf('/'))) {
            if (prefixes.containsKey(at)) {
                return at;
            }
        }
        return null;
    }

    /** For people. */
    @Override
    public String toString() {
        return String.join(", ", new TreeSet<>(prefixes.keySet()));
    }
}
