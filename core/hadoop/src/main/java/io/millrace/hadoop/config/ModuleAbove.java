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
public enum ModuleAbove {
    WORKERS("exchange|workers"),
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
                    .filter(module -> module.has(name) && !module.isPresent(known))
                    .findFirst()
                    .ifPresent(module -> {
                        throw module.missing(name + " is set");
                    });
        }
    }

    /** Whether it is on the class path: whether {@code known} has keys of it. */
    boolean isPresent(List<Key<?>> known) {
        return known.stream().map(Key::name).anyMatch(this::has);
    }

    /**
     * The refusal of a job that needs the module.
     *
     * @param because the key that needs it, with what is said of the key
     */
    public BadSettingException missing(String because) {
        return new BadSettingException(
                "%s, but %s, which it needs, is not on the class path. Put it beside millrace-hadoop.jar, or remove the key."
                        .formatted(because, jar()));
    }

    private boolean has(String key) {
        return keys.matcher(key).matches();
    }

    /** The name of its jar. */
    public String jar() {
        return "millrace-%s.jar".formatted(name().toLowerCase(Locale.ROOT));
    }
}
