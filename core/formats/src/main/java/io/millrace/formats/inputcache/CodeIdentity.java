package io.millrace.formats.inputcache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the code of a job: the classes that its loader copies, and the loaders above it.
 * Loaders that are the same object give the same classes.
 */
public final class CodeIdentity {

    /** Numbers of loaders. */
    @GuardedBy("NUMBERS")
    private static final Map<ClassLoader, Integer> NUMBERS = new WeakHashMap<>();

    @GuardedBy("NUMBERS")
    private static int last;

    private CodeIdentity() {}

    /** The identity of all classes that a loader finds; null if it cannot be determined. */
    public static @Nullable String of(ClassLoader loader) {
        StringBuilder identity = new StringBuilder();
        for (ClassLoader at = loader; !isOurs(at); at = at.getParent()) {
            String part =
                    at instanceof CopiedCode copied ? copied.identity() : "loader " + number(at);
            if (part == null) {
                return null;
            }
            identity.append(part).append('\n');
        }
        return identity.toString();
    }

    /** Whether classes of that loader live as long as this process. */
    static boolean isOurs(@Nullable ClassLoader loader) {
        for (ClassLoader our = CodeIdentity.class.getClassLoader();
                our != null;
                our = our.getParent()) {
            if (our == loader) {
                return true;
            }
        }
        return loader == null;
    }

    private static int number(ClassLoader loader) {
        synchronized (NUMBERS) {
            return NUMBERS.computeIfAbsent(loader, each -> ++last);
        }
    }
}
