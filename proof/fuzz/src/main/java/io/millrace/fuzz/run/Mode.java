package io.millrace.fuzz.run;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A way to run a program on Millrace; no mode may change a result.
 *
 * @param settings for its jobs
 * @param jar whether its jobs have a jar, as with {@code hadoop jar}; otherwise their classes are
 *     only the client's, which all tasks share
 */
public record Mode(String name, Map<String, String> settings, boolean jar) {

    /** A mode with these settings; names and values alternate. */
    static Mode of(String name, String... settings) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            map.put(settings[i], settings[i + 1]);
        }
        return new Mode(name, map, true);
    }

    /** Both modes combined. */
    Mode and(Mode other) {
        Map<String, String> both = new LinkedHashMap<>(settings);
        both.putAll(other.settings);
        return new Mode(name + ", " + other.name, both, jar && other.jar);
    }

    @Override
    public String toString() {
        return name;
    }
}
