package io.millrace.hadoop.state;

import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The properties of the process, and the object that holds them. */
final class SystemProperties implements Part {

    @Override
    public Kept read() {
        Properties holder = System.getProperties();
        return new Held(holder, Map.copyOf(holder));
    }

    private record Held(Properties holder, Map<Object, Object> before) implements Kept {

        @Override
        public void putBack() {
            if (isReplaced()) {
                System.setProperties(holder);
            }
            holder.keySet().retainAll(before.keySet());
            before.forEach((key, value) -> {
                if (!value.equals(holder.get(key))) {
                    holder.put(key, value);
                }
            });
        }

        /** New properties do not count: libraries set theirs when they are first used. */
        @Override
        public @Nullable String changed() {
            Properties now = System.getProperties();
            for (Map.Entry<Object, Object> each : before.entrySet()) {
                if (!each.getValue().equals(now.get(each.getKey()))) {
                    return "the system property " + each.getKey();
                }
            }
            return null;
        }

        private boolean isReplaced() {
            return System.identityHashCode(holder)
                    != System.identityHashCode(System.getProperties());
        }
    }
}
