package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A change that leaves the set of a program's records unchanged, if the program does not depend on
 * how its input is split.
 */
public enum Relation {
    MORE_SPLITS("mapreduce.input.fileinputformat.split.maxsize", "40"),
    OTHER_REDUCERS("fuzz.reduces", "5"),
    NO_COMBINER("fuzz.combine", "false"),
    PERMUTED_INPUT("fuzz.permuted", "true");

    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    private final String key;
    private final String value;

    Relation(String key, String value) {
        this.key = key;
        this.value = value;
    }

    Map<String, String> settings() {
        return Map.of(key, value);
    }

    /** Whether it applies to programs with these traits. */
    boolean concerns(Set<Trait> traits) {
        return !traits.contains(Trait.IMPURE)
                && (this != NO_COMBINER || traits.contains(Trait.COMBINES))
                && (this != PERMUTED_INPUT || !traits.contains(Trait.DELIMITED));
    }

    /** The input's files with this change, one character for each byte. */
    String[] input(String[] files) {
        String[] changed = files.clone();
        if (this == PERMUTED_INPUT) {
            Random random = new Random(files.length);
            for (int i = 0; i < files.length; i++) {
                changed[i] = permuted(files[i], random);
            }
        }
        return changed;
    }

    /** The same lines in another order, unless a byte order mark must stay at the start. */
    private static String permuted(String file, Random random) {
        if (file.contains(BYTE_ORDER_MARK) || !file.contains("\n")) {
            return file;
        }
        List<String> lines = new ArrayList<>(List.of(file.split("(?<=\n)")));
        String last = lines.get(lines.size() - 1);
        lines.set(lines.size() - 1, last.endsWith("\n") ? last : last + "\n");
        Collections.shuffle(lines, random);
        return String.join("", lines);
    }
}
