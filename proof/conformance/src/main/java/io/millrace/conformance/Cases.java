package io.millrace.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The lists of Hadoop's test classes, with the methods that cannot pass here, and why. */
final class Cases {

    private static final String QUICK = "quick ";
    private static final String EXCEPT = "- ";

    private Cases() {}

    /**
     * One test class.
     *
     * @param quick whether it belongs to the subset that every build runs
     * @param exceptions methods that cannot pass, with reasons
     */
    record Case(String className, boolean quick, Map<String, String> exceptions) {}

    /** The list for a target, in the order of its file. */
    static List<Case> of(Target target) {
        List<Case> cases = new ArrayList<>();
        for (String line : lines(target.cases())) {
            String text = line.strip();
            if (text.startsWith(EXCEPT)) {
                String[] words = text.substring(EXCEPT.length()).split(": ", 2);
                cases.get(cases.size() - 1).exceptions().put(words[0], words[1]);
            } else if (!text.isEmpty() && !text.startsWith("#")) {
                boolean quick = text.startsWith(QUICK);
                String name = quick ? text.substring(QUICK.length()) : text;
                cases.add(new Case(name, quick, new LinkedHashMap<>()));
            }
        }
        return cases;
    }

    private static List<String> lines(String name) {
        InputStream file = Objects.requireNonNull(Cases.class.getResourceAsStream(name), name);
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }
}
