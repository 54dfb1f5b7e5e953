package io.millrace.engine.config;

import java.util.Collection;
import java.util.List;

/** Rejects unknown keys with Millrace's prefix, so that a misspelt key does not pass unnoticed. */
public final class UnknownKeys {

    /** Every key of Millrace starts with this. */
    public static final String PREFIX = "millrace.";

    private UnknownKeys() {}

    /**
     * Checks that each of {@code used} that starts with {@link #PREFIX} is one of {@code known}.
     *
     * @throws BadSettingException naming the first unknown key and the nearest known one
     */
    public static void refuse(Collection<String> used, List<Key<?>> known) {
        for (String name : used) {
            if (name.startsWith(PREFIX)
                    && known.stream().noneMatch(key -> key.name().equals(name))) {
                String nearest =
                        NearestName.of(name, known.stream().map(Key::name).toList()).orElse("none");
                throw new BadSettingException(
                        "unknown key "
                                + name
                                + "; the nearest known one is "
                                + nearest
                                + " (millrace config lists all)");
            }
        }
    }
}
