package io.millrace.hadoop.state;

import java.util.Map;
import java.util.Properties;

/** The properties of the process, and the object that holds them. */
final class SystemProperties implements Part {

    @Override
    public Runnable read() {
        Properties holder = System.getProperties();
        Map<Object, Object> before = Map.copyOf(holder);
        return () -> {
            if (identity(holder) != identity(System.getProperties())) {
                System.setProperties(holder);
            }
            holder.keySet().retainAll(before.keySet());
            before.forEach((key, value) -> {
                if (!value.equals(holder.get(key))) {
                    holder.put(key, value);
                }
            });
        };
    }

    private static int identity(Properties properties) {
        return System.identityHashCode(properties);
    }
}
