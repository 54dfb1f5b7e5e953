package io.millrace.files.direct;

import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Paths at or below which new files are created in memory. Thread-safe. */
final class RedirectedPaths {

    /** By path, whether files moved away from there stay in memory. */
    private final Map<String, Boolean> prefixes = new ConcurrentHashMap<>();

    /** Adds a configured path: files moved away from there are written to disk. */
    void add(String prefix) {
        prefixes.putIfAbsent(prefix, false);
    }

    /** Adds a job's output directory: its files stay in memory wherever they are moved. */
    void addOutput(String directory) {
        prefixes.putIfAbsent(directory, true);
    }

    /** Whether a new file at that path is created in memory. */
    boolean cover(Path path) {
        return above(path.toUri().getPath()) != null;
    }

    /**
     * Called before a move: redirects the target like the source, if files of the source stay in
     * memory.
     *
     * @return whether the target is redirected
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
