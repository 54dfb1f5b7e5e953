package io.millrace.hadoop.plan;

import io.millrace.engine.plan.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/**
 * On which disks the splits of a job lie, and what reads ahead of its tasks. Used by one thread.
 */
public final class SplitDisks {

    /** Files that are looked up: a job may have many thousands. */
    private static final int MOST_FILES = 100;

    private static final String NAME = "input.disks";
    private static final String LOCAL = "file";

    /** Splits by the disk, or by the scheme of a file system that is not local. */
    private final Map<String, Integer> counts = new TreeMap<>();

    private final Map<Path, String> disks = new HashMap<>();
    private int others;
    private boolean remote;

    private SplitDisks() {}

    /**
     * Looks up the files of splits.
     *
     * @param splits qualified paths have their file systems; others count as local
     */
    public static Choice<String> choice(List<SplitKind> splits) {
        SplitDisks all = new SplitDisks();
        splits.forEach(all::add);
        return all.choice();
    }

    private void add(SplitKind split) {
        Path file = split.file();
        if (file == null || (disks.size() >= MOST_FILES && !disks.containsKey(file))) {
            others++;
        } else {
            counts.merge(disks.computeIfAbsent(file, this::disk), 1, Integer::sum);
        }
    }

    private String disk(Path file) {
        String scheme = file.toUri().getScheme();
        if (scheme != null && !scheme.equals(LOCAL)) {
            remote = true;
            return scheme;
        }
        try {
            return Files.getFileStore(java.nio.file.Path.of(file.toUri().getPath())).name();
        } catch (IOException | InvalidPathException e) {
            return "unknown"; // its attempt reports the error
        }
    }

    private Choice<String> choice() {
        if (counts.isEmpty()) {
            return new Choice<>(NAME, "none", "no split is a piece of a file");
        }
        String where =
                counts.entrySet().stream()
                        .map(each -> each.getKey() + ": " + splits(each.getValue()))
                        .collect(Collectors.joining(", "));
        String rest = others == 0 ? "" : "; " + splits(others) + " not looked up";
        return new Choice<>(
                NAME,
                counts.keySet().stream().collect(Collectors.joining(", ")),
                where
                        + rest
                        + (remote
                                ? "; a file system that is not local reads ahead as its client does"
                                : "; the system reads ahead of each task"));
    }

    private static String splits(int count) {
        return count == 1 ? "1 split" : count + " splits";
    }
}
