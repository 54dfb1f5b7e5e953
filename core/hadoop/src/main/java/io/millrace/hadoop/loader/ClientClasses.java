package io.millrace.hadoop.loader;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes on the client's original class path, which also has Hadoop's own. A job shares them
 * with the client even if it brings them, too, as test suites do that package their own classes.
 * Excludes classes of child loaders, such as RunJar's. Thread-safe.
 */
final class ClientClasses implements JobClassLoader.Shared {

    private final FrameworkClasses framework;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    ClientClasses(FrameworkClasses framework) {
        this.framework = framework;
    }

    @Override
    public boolean type(String name) {
        return known.computeIfAbsent(name, each -> framework.type(each) || framework.finds(each));
    }

    @Override
    public boolean resource(String path) {
        String type = FrameworkClasses.typeOf(path);
        return type == null || type(type);
    }
}
