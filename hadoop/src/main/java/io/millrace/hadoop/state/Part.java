package io.millrace.hadoop.state;

import java.util.Objects;
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

    /** A value with a getter and a setter, and its name for people. */
    static <T extends @Nullable Object> Part of(String name, Supplier<T> get, Consumer<T> set) {
        return () -> new Value<>(name, get, set, get.get());
    }

    /** The value that a getter returned. */
    record Value<T extends @Nullable Object>(
            String name, Supplier<T> get, Consumer<T> set, T before) implements Kept {

        @Override
        public void putBack() {
            if (!Objects.equals(before, get.get())) {
                set.accept(before);
            }
        }

        @Override
        public @Nullable String changed() {
            return Objects.equals(before, get.get()) ? null : name;
        }
    }
}
