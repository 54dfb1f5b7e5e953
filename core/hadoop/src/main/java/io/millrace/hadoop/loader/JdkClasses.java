package io.millrace.hadoop.loader;

import io.millrace.bytecode.packages.SplitPackages;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the JDK, and those that were added to its boot class path. The platform's loader
 * answers at once for a package of the JDK, and asks every module for any other package.
 */
final class JdkClasses {

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private static final Set<String> PACKAGES =
            ModuleLayer.boot().modules().stream()
                    .filter(module ->
                            module.getClassLoader() == null
                                    || PLATFORM.equals(module.getClassLoader()))
                    .flatMap(module -> module.getPackages().stream())
                    .collect(Collectors.toUnmodifiableSet());

    private static final Added ADDED = new Added();

    private JdkClasses() {}

    /** Whether the class of that name is one of them. */
    static boolean contain(String name) {
        return PACKAGES.contains(SplitPackages.packageOf(name))
                ? PLATFORM.getResource(name.replace('.', '/').concat(".class")) != null
                : ADDED.finds(name);
    }

    /** Finds what the boot class path has outside the JDK's modules. */
    private static final class Added extends ClassLoader {

        Added() {
            super(null);
        }

        boolean finds(String name) {
            try {
                return loadClass(name, false) != null;
            } catch (ClassNotFoundException e) {
                return false;
            }
        }

        /** Avoids an exception for each class that is missing. */
        @Override
        protected @Nullable Class<?> findClass(String name) {
            return null;
        }
    }
}
