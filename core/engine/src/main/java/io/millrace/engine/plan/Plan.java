package io.millrace.engine.plan;

import io.millrace.engine.config.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Every choice made for one job, each with its reason. Each choice belongs to a configuration key
 * that can set it; a chosen value is never {@code auto}. Made by {@link Planner}; immutable.
 */
public final class Plan {

    private final Map<Key<?>, Choice<?>> choices;

    private Plan(Map<Key<?>, Choice<?>> choices) {
        this.choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
    }

    /**
     * The chosen value for this key.
     *
     * @throws IllegalArgumentException if the plan has no choice for the key
     */
    public <T> T value(Key<T> key) {
        return choice(key).value();
    }

    /**
     * The choice for this key, with its reason.
     *
     * @throws IllegalArgumentException if the plan has no choice for the key
     */
    @SuppressWarnings("unchecked") // the builder adds a choice of T only for a key of T
    public <T> Choice<T> choice(Key<T> key) {
        Choice<?> choice = choices.get(key);
        if (choice == null) {
            throw new IllegalArgumentException("the plan has no choice for " + key);
        }
        return (Choice<T>) choice;
    }

    /** All choices, in display order. */
    public List<Choice<?>> choices() {
        return List.copyOf(choices.values());
    }

    @Override
    public String toString() {
        return choices().stream().map(Choice::toString).collect(Collectors.joining("\n"));
    }

    /** Collects choices, in display order. Used by one thread. */
    public static final class Builder {

        private final Map<Key<?>, Choice<?>> choices = new LinkedHashMap<>();

        /** Adds the choice for this key. */
        public <T> Builder add(Key<T> key, Choice<T> choice) {
            choices.put(key, choice);
            return this;
        }

        public Plan build() {
            return new Plan(choices);
        }
    }
}
