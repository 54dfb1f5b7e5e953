package io.millrace.engine.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One configuration key: name, type, default, bounds and description. {@link #in} reads the value.
 * If the value is not allowed, the exception names the key, the value and the allowed values.
 * Immutable.
 *
 * @param <T> type of the value
 */
public final class Key<T> {

    private final String name;
    private final String defaultText;
    private final String allowed;
    private final String description;
    private final Function<String, @Nullable T> parser;

    private Key(
            String name,
            String defaultText,
            String allowed,
            String description,
            Function<String, @Nullable T> parser) {
        this.name = name;
        this.defaultText = defaultText;
        this.allowed = allowed;
        this.description = description;
        this.parser = parser;
    }

    /** A whole number from {@code min} to {@code max}. */
    public static Key<Integer> integer(
            String name, int defaultValue, int min, int max, String description) {
        return new Key<>(
                name,
                Integer.toString(defaultValue),
                min + " to " + max,
                description,
                text -> {
                    int value = Integer.parseInt(text);
                    return value >= min && value <= max ? value : null;
                });
    }

    /** A whole number from {@code min} to {@code max}, or {@code auto}, which reads as 0. */
    public static Key<Integer> integerOrAuto(String name, int min, int max, String description) {
        return new Key<>(
                name,
                "auto",
                "auto, or " + min + " to " + max,
                description,
                text -> {
                    if (text.equals("auto")) {
                        return 0;
                    }
                    int value = Integer.parseInt(text);
                    return value >= min && value <= max ? value : null;
                });
    }

    /** A whole number from {@code min} to {@code max}, or {@code off}, which reads as -1. */
    public static Key<Integer> integerOrOff(String name, int min, int max, String description) {
        return new Key<>(
                name,
                "off",
                "off, or " + min + " to " + max,
                description,
                text -> {
                    if (text.equals("off")) {
                        return -1;
                    }
                    int value = Integer.parseInt(text);
                    return value >= min && value <= max ? value : null;
                });
    }

    /** A size in bytes from {@code min} to {@code max}; text may carry a unit. */
    public static Key<Long> bytes(
            String name, long defaultValue, long min, long max, String description) {
        String range = ByteSize.format(min) + " to " + ByteSize.format(max);
        return new Key<>(
                name,
                ByteSize.format(defaultValue),
                range,
                description,
                text -> sizeWithin(text, min, max));
    }

    /** A size in bytes of at least {@code min}, or {@code auto}, which reads as 0. */
    public static Key<Long> bytesOrAuto(String name, long min, String description) {
        String range = "auto, or at least " + ByteSize.format(min);
        return new Key<>(
                name,
                "auto",
                range,
                description,
                text ->
                        text.equals("auto")
                                ? Long.valueOf(0)
                                : sizeWithin(text, min, Long.MAX_VALUE));
    }

    /** A share, from 0 to 1. */
    public static Key<Double> share(String name, double defaultValue, String description) {
        return new Key<>(
                name,
                Double.toString(defaultValue),
                "0 to 1",
                description,
                text -> {
                    double value = Double.parseDouble(text);
                    return value >= 0 && value <= 1 ? value : null;
                });
    }

    /** Whole numbers of at least 1, separated by commas. */
    public static Key<List<Integer>> integers(
            String name, List<Integer> defaultValue, String description) {
        return new Key<>(
                name,
                defaultValue.stream().map(String::valueOf).collect(Collectors.joining(",")),
                "numbers from 1, separated by commas",
                description,
                text -> {
                    List<Integer> values = new ArrayList<>();
                    for (String each : text.split(",", -1)) {
                        values.add(Integer.valueOf(each.trim()));
                    }
                    return values.stream().allMatch(value -> value > 0)
                            ? List.copyOf(values)
                            : null;
                });
    }

    /** One of the constants of an enum, in lower case. */
    public static <E extends Enum<E>> Key<E> oneOf(
            String name, E defaultValue, String description) {
        E[] constants = defaultValue.getDeclaringClass().getEnumConstants();
        String all = Arrays.stream(constants).map(Key::word).collect(Collectors.joining(", "));
        return new Key<>(
                name,
                word(defaultValue),
                all,
                description,
                text -> {
                    for (E constant : constants) {
                        if (word(constant).equals(text)) {
                            return constant;
                        }
                    }
                    return null;
                });
    }

    /** {@code true} or {@code false}. */
    public static Key<Boolean> flag(String name, boolean defaultValue, String description) {
        return new Key<>(
                name,
                Boolean.toString(defaultValue),
                "true, false",
                description,
                text ->
                        switch (text) {
                            case "true" -> true;
                            case "false" -> false;
                            default -> null;
                        });
    }

    /** Any text, for instance a path; empty by default. */
    public static Key<String> text(String name, String allowed, String description) {
        return new Key<>(name, "", allowed, description, text -> text);
    }

    /**
     * The value in {@code settings}, or the default.
     *
     * @throws BadSettingException if the value is not allowed
     */
    public T in(Settings settings) {
        String text = settings.get(name);
        return parse(text == null || text.isBlank() ? defaultText : text.trim());
    }

    /** Whether {@code settings} has a value for this key, so that the default does not apply. */
    public boolean isSetIn(Settings settings) {
        String text = settings.get(name);
        return text != null && !text.isBlank();
    }

    private T parse(String text) {
        T value;
        try {
            value = parser.apply(text);
        } catch (NumberFormatException e) {
            value = null;
        }
        if (value == null) {
            throw BadSettingException.value(name, text, allowed);
        }
        return value;
    }

    public String name() {
        return name;
    }

    /** The default as text; empty if there is no default value. */
    public String defaultText() {
        return defaultText;
    }

    /** The allowed values, in words. */
    public String allowed() {
        return allowed;
    }

    public String description() {
        return description;
    }

    private static @Nullable Long sizeWithin(String text, long min, long max) {
        long value = ByteSize.parse(text);
        return value >= min && value <= max ? value : null;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String toString() {
        return name;
    }
}
