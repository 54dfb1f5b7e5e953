package io.millrace.hadoop.state;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One value of the process that can be read and put back. */
interface Part {

    /**
     * Reads the value.
     *
     * @return puts the value back, if it has changed since
     */
    Runnable read();

    /** A value with a getter and a setter. */
    static <T extends @Nullable Object> Part of(Supplier<T> get, Consumer<T> set) {
        return () -> {
            T before = get.get();
            return () -> {
                if (!same(before, get.get())) {
                    set.accept(before);
                }
            };
        };
    }

    /** The same object: two handlers that are equal may still be two. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == other;
    }
}
