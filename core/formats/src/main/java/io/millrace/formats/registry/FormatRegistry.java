package io.millrace.formats.registry;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of all providers, looked up by the exact class. Used when a job is planned and when
 * an attempt opens a reader or writer, never per record. Immutable.
 */
public final class FormatRegistry {

    private final List<FormatProvider> providers;
    private final Map<Object, RecordEntry<?>> records;
    private final Map<Object, OrderEntry> orders;
    private final Map<Object, InputEntry> inputs;
    private final Map<Object, OutputEntry> outputs;

    /**
     * Identifies an order: a comparator for keys of a class. The methods that a record would have
     * are generated at the first call, which takes longer than filling the tables.
     */
    private record Compared(Class<?> keyClass, Class<?> comparator) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Compared that
                    && keyClass.equals(that.keyClass)
                    && comparator.equals(that.comparator);
        }

        @Override
        public int hashCode() {
            return keyClass.hashCode() * 31 + comparator.hashCode();
        }

        @Override
        public String toString() {
            return keyClass.getName() + " as compared by " + comparator.getName();
        }
    }

    private FormatRegistry(List<FormatProvider> providers) {
        this.providers = providers;
        records = table(FormatProvider::records, RecordEntry::type);
        orders =
                table(
                        FormatProvider::orders,
                        entry -> new Compared(entry.keyClass(), entry.comparator()));
        inputs = table(FormatProvider::inputs, InputEntry::format);
        outputs = table(FormatProvider::outputs, OutputEntry::format);
    }

    /**
     * The entries of these providers.
     *
     * @throws IllegalStateException if two of them know the same class
     */
    public static FormatRegistry of(List<FormatProvider> providers) {
        return new FormatRegistry(List.copyOf(providers));
    }

    /**
     * The entries of the providers on this module's class path.
     *
     * @throws IllegalStateException if two of them know the same class
     */
    public static FormatRegistry loaded() {
        IllegalStateException failure = Loaded.ONCE.failure();
        FormatRegistry registry = Loaded.ONCE.registry();
        if (registry == null) {
            throw new IllegalStateException(
                    failure == null ? "" : failure.getMessage(),
                    failure); // thrown each time, unchanged
        }
        return registry;
    }

    private record Loaded(
            @Nullable FormatRegistry registry, @Nullable IllegalStateException failure) {

        static final Loaded ONCE = load();

        private static Loaded load() {
            try {
                return new Loaded(of(onClassPath()), null);
            } catch (IllegalStateException e) {
                return new Loaded(null, e);
            }
        }

        private static List<FormatProvider> onClassPath() {
            return ServiceLoader.load(FormatProvider.class, FormatProvider.class.getClassLoader())
                    .stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        }
    }

    private <E> Map<Object, E> table(
            Function<FormatProvider, List<? extends E>> entries, Function<E, Object> key) {
        Map<Object, E> table = new HashMap<>();
        Map<Object, FormatProvider> owners = new HashMap<>();
        for (FormatProvider provider : providers) {
            for (E entry : entries.apply(provider)) {
                Object known = key.apply(entry);
                FormatProvider other = owners.put(known, provider);
                if (other != null) {
                    throw new IllegalStateException(
                            "%s is registered by both %s and %s. Remove one of them from the class path"
                                    .formatted(
                                            known instanceof Class<?> type ? type.getName() : known,
                                            other.getClass().getName(),
                                            provider.getClass().getName()));
                }
                table.put(known, entry);
            }
        }
        return Map.copyOf(table);
    }

    public List<FormatProvider> providers() {
        return providers;
    }

    /** How objects of this class are read and written; null if it is not known. */
    @SuppressWarnings("unchecked") // the table has for each class an entry of that class
    public <T> @Nullable RecordEntry<T> record(Class<T> type) {
        return (RecordEntry<T>) records.get(type);
    }

    /** The order equivalent to this comparator; null if it is not known. */
    public @Nullable OrderEntry order(Class<?> keyClass, Class<?> comparator) {
        return orders.get(new Compared(keyClass, comparator));
    }

    /** The entry of this format; null if it is not known. */
    public @Nullable InputEntry input(Class<?> format) {
        return inputs.get(format);
    }

    /** The entry that replaces this format's writers; null if there is none. */
    public @Nullable OutputEntry output(Class<?> format) {
        return outputs.get(format);
    }

    /** The kinds of input that Millrace's readers read, for people. */
    public String readRecords() {
        return joined(
                providers.stream()
                        .flatMap(each -> each.inputs().stream())
                        .flatMap(each -> Stream.ofNullable(each.readers()))
                        .map(SplitReaders::records));
    }

    /** The kinds of output that Millrace's writers write, for people. */
    public String writtenRecords() {
        return joined(
                providers.stream()
                        .flatMap(each -> each.outputs().stream())
                        .map(each -> each.writers().records()));
    }

    /** Settings that obstacles depend on. */
    public Set<String> settings() {
        Set<String> all = new LinkedHashSet<>();
        inputs.values()
                .forEach(each -> {
                    if (each.readers() != null) {
                        all.addAll(each.readers().settings());
                    }
                });
        outputs.values().forEach(each -> all.addAll(each.writers().settings()));
        return all;
    }

    private static String joined(Stream<String> names) {
        List<String> all = names.distinct().toList();
        int last = all.size() - 1;
        return last < 1
                ? String.join("", all)
                : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
    }
}
