package io.millrace.collective.operation;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.config.Pattern;
import io.millrace.engine.config.BadSettingException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** Finds the operation that a step's configuration names. */
public final class Operations {

    /** The name of all-gather's operation. */
    public static final String ONLY = "only";

    private Operations() {}

    /**
     * The operation of a step.
     *
     * @throws BadSettingException if the name is unknown
     */
    @SuppressWarnings("unchecked") // the step's program defines the type of its mappers' values
    public static Operation<Writable, Writable> of(Configuration conf) {
        String name = CollectiveKeys.OPERATION.in(conf::get);
        if (name.equals(ONLY) || CollectiveKeys.PATTERN.in(conf::get) == Pattern.ALL_GATHER) {
            return (Operation<Writable, Writable>)
                    (Operation<?, ?>) ReflectionUtils.newInstance(SingleValue.class, conf);
        }
        for (NumberOperation known : NumberOperation.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(name)) {
                return (Operation<Writable, Writable>) (Operation<?, ?>) known;
            }
        }
        try {
            Class<?> type = conf.getClassByName(name);
            if (Operation.class.isAssignableFrom(type)) {
                return (Operation<Writable, Writable>) ReflectionUtils.newInstance(type, conf);
            }
        } catch (ClassNotFoundException e) {
            throw bad(name, e);
        }
        throw bad(name, null);
    }

    private static BadSettingException bad(String name, @Nullable Exception cause) {
        BadSettingException bad =
                BadSettingException.value(
                        CollectiveKeys.OPERATION.name(), name, CollectiveKeys.OPERATION.allowed());
        if (cause != null) {
            bad.initCause(cause);
        }
        return bad;
    }
}
