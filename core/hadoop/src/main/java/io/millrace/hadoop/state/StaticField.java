package io.millrace.hadoop.state;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A private static field of the JDK or of Hadoop, for values without a getter or with a setter that
 * works once. If this JVM does not open the field, its value stays as it is.
 */
final class StaticField implements Part {

    private static final Logger LOG = LoggerFactory.getLogger(StaticField.class);

    private final @Nullable Field field;

    private StaticField(@Nullable Field field) {
        this.field = field;
    }

    static StaticField of(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return new StaticField(field);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("{}.{} cannot be put back after tasks change it", owner, name, e);
            return new StaticField(null);
        }
    }

    /** The same for a class that not every JVM has. */
    static StaticField of(String owner, String name) {
        try {
            return of(Class.forName(owner, false, null), name);
        } catch (ClassNotFoundException e) {
            LOG.debug("This JVM has no {}", owner, e);
            return new StaticField(null);
        }
    }

    @Override
    public Kept read() {
        Object before = value();
        return () -> set(before);
    }

    /** The referent of the object in the field; the field stays as it is. */
    Part referent() {
        Object value = value();
        return value instanceof AtomicReference<?> reference
                ? of(reference)
                : value instanceof AtomicBoolean flag
                        ? Part.of(flag::get, flag::set)
                        : () -> () -> {};
    }

    private static <T> Part of(AtomicReference<T> reference) {
        return Part.of(reference::get, reference::set);
    }

    @Nullable Object value() {
        try {
            return field == null ? null : field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " is open, and cannot be read", e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very same object
    void set(@Nullable Object value) {
        try {
            if (field != null && value() != value) {
                field.set(null, value);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " is open, and cannot be set", e);
        }
    }
}
