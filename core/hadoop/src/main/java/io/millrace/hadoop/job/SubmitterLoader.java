package io.millrace.hadoop.job;

import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Finds the class loader of a submitter's own classes. */
final class SubmitterLoader {

    private SubmitterLoader() {}

    /**
     * The submitting thread's context class loader, or the configuration's if that sees more
     * classes: a driver may have made it a child of the thread's.
     */
    static ClassLoader of(Configuration client) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader configured = client.getClassLoader();
        if (context == null || descends(configured, context)) {
            return configured != null ? configured : JobTable.class.getClassLoader();
        }
        return context;
    }

    private static boolean descends(@Nullable ClassLoader loader, ClassLoader ancestor) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at.equals(ancestor)) {
                return true;
            }
        }
        return false;
    }
}
