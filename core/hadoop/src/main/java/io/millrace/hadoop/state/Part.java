package io.millrace.hadoop.state;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One value of the process that can be read and put back. */
interface Part {

    /** Reads the value. */
    Kept read();

    /** A value as it was read. */
    interface Kept {

        /** Puts the value back, if it has changed since. */
        void putBack();

        /**
         * Names the value for people if it has changed since; null if it has not, or if nobody
         * compares it.
         */
        default @Nullable String changed() {
            return null;
        }
    }

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
