package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change that leaves the set of a program's records unchanged, if the program does not depend on
 * how its input is split.
 */
public enum Relation {
    MORE_SPLITS("mapreduce.input.fileinputformat.split.maxsize", "40"),
    OTHER_REDUCERS("fuzz.reduces", "5"),
    NO_COMBINER("fuzz.combine", "false"),
    /** The combiner works as partial reducer, in rounds as soon as two map tasks have ended. */
    PARTIAL_REDUCE(
            "fuzz.combine",
            "false",
            "fuzz.partial",
            "true",
            "mapreduce.input.fileinputformat.split.maxsize",
            "40",
            "millrace.partial.start.threshold",
            "2",
            "millrace.partial.stop.fraction",
            "1"),
    PERMUTED_INPUT("fuzz.permuted", "true");

    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    /** Lines {@code KEY=VALUE}. */
    private final String settings;

    /** Names and values of settings alternate. */
    Relation(String... settings) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < settings.length; i += 2) {
            lines.append(settings[i]).append('=').append(settings[i + 1]).append('\n');
        }
        this.settings = lines.toString();
    }

    Map<String, String> settings() {
        return settings.lines()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Whether it applies to programs with these traits. */
    boolean concerns(Set<Trait> traits) {
        return !traits.contains(Trait.IMPURE)
                && ((this != NO_COMBINER && this != PARTIAL_REDUCE)
                        || traits.contains(Trait.COMBINES))
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
