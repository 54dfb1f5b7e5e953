package io.millrace.hadoop.state;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Views of a map, which announce each change before they make it. */
final class AnnouncedViews {

    private AnnouncedViews() {}

    static <E> Set<E> of(Set<E> view, Consumer<String> before) {
        return of(view, before, UnaryOperator.identity());
    }

    static <K, V> Set<Map.Entry<K, V>> ofEntries(
            Set<Map.Entry<K, V>> view, Consumer<String> before) {
        return of(view, before, entry -> new Entry<>(entry, before));
    }

    private static <E> Set<E> of(Set<E> view, Consumer<String> before, UnaryOperator<E> shown) {
        return new AbstractSet<>() {
            @Override
            public Iterator<E> iterator() {
                return new Elements<>(view.iterator(), before, shown);
            }

            @Override
            public int size() {
                return view.size();
            }

            @Override
            public boolean contains(@Nullable Object element) {
                return view.contains(element);
            }
        };
    }

    static <E> Collection<E> of(Collection<E> view, Consumer<String> before) {
        return new AbstractCollection<>() {
            @Override
            public Iterator<E> iterator() {
                return new Elements<>(view.iterator(), before, UnaryOperator.identity());
            }

            @Override
            public int size() {
                return view.size();
            }
        };
    }

    /** The base classes of views remove elements only through this. */
    private record Elements<E>(Iterator<E> all, Consumer<String> before, UnaryOperator<E> shown)
            implements Iterator<E> {

        @Override
        public boolean hasNext() {
            return all.hasNext();
        }

        @Override
        public E next() {
            return shown.apply(all.next());
        }

        @Override
        public void remove() {
            before.accept("remove");
            all.remove();
        }
    }

    private static final class Entry<K, V> implements Map.Entry<K, V> {

        private final Map.Entry<K, V> of;
        private final Consumer<String> before;

        Entry(Map.Entry<K, V> of, Consumer<String> before) {
            this.of = of;
            this.before = before;
        }

        @Override
        public K getKey() {
            return of.getKey();
        }

        @Override
        public V getValue() {
            return of.getValue();
        }

        @Override
        public V setValue(V value) {
            before.accept("setValue");
            return of.setValue(value);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return of.equals(other);
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }
}
