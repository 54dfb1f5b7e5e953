package io.millrace.hadoop.config;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Key;
import io.millrace.engine.config.UnknownKeys;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A module above this one that may be missing from the class path, with the parts of keys ({@code
 * millrace.PART.NAME}) that only it knows. A user who sets such a key thus learns which jar is
 * missing, instead of the nearest known key, which is unrelated.
 */
enum ModuleAbove {
    COLLECTIVE("collective"),
    RECORDS("records"),
    CLUSTER("cluster|gang"),
    UI("report|history|ui");

    private final Pattern keys;

    ModuleAbove(String parts) {
        this.keys = Pattern.compile(UnknownKeys.PREFIX + "(" + parts + ")\\..*");
    }

    /**
     * Checks that the module of each key in {@code used} is present: that {@code known} has keys of
     * that module.
     *
     * @throws BadSettingException naming the first key whose module is missing, and its jar
     */
    static void refuseMissing(Collection<String> used, List<Key<?>> known) {
        for (String name : used) {
            Arrays.stream(values())
                    .filter(module -> module.has(name))
                    .filter(module -> known.stream().map(Key::name).noneMatch(module::has))
                    .findFirst()
                    .ifPresent(missing -> {
                        throw new BadSettingException(
                                "%s is set, but %s, which reads it, is not on the class path. Put it beside millrace-hadoop.jar, or remove the key."
                                        .formatted(name, missing.jar()));
                    });
        }
    }

    private boolean has(String key) {
        return keys.matcher(key).matches();
    }

    private String jar() {
        return "millrace-%s.jar".formatted(name().toLowerCase(Locale.ROOT));
    }
}
