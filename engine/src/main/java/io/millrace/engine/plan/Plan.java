package io.millrace.engine.plan;

import io.millrace.engine.config.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Every choice made for one job, each with its reason. A choice has the configuration key that pins
 * it; what was chosen is never {@code auto}. Made by {@link Planner}; immutable.
 */
public final class Plan {

    private final Map<Key<?>, Choice<?>> choices;

    private Plan(Map<Key<?>, Choice<?>> choices) {
        this.choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
    }

    /**
     * What was chosen in the place of what the key says.
     *
     * @throws IllegalArgumentException if nothing was, for this key
     */
    public <T> T value(Key<T> key) {
        return choice(key).value();
    }

    /**
     * What was chosen in the place of what the key says, and why.
     *
     * @throws IllegalArgumentException if nothing was, for this key
     */
    @SuppressWarnings("unchecked") // a builder puts the choice of a T at the key of a T
    public <T> Choice<T> choice(Key<T> key) {
        Choice<?> choice = choices.get(key);
        if (choice == null) {
            throw new IllegalArgumentException("the plan has no choice for " + key);
        }
        return (Choice<T>) choice;
    }

    /** All choices, in the order in which they are shown. */
    public List<Choice<?>> choices() {
        return List.copyOf(choices.values());
    }

    @Override
    public String toString() {
        return choices().stream().map(Choice::toString).collect(Collectors.joining("\n"));
    }

    /** Gathers choices, in the order in which they are shown. Used by one thread. */
    public static final class Builder {

        private final Map<Key<?>, Choice<?>> choices = new LinkedHashMap<>();

        /** Adds the choice in the place of what the key says. */
        public <T> Builder add(Key<T> key, Choice<T> choice) {
            choices.put(key, choice);
            return this;
        }

        public Plan build() {
            return new Plan(choices);
        }
    }
}
