package io.millrace.hadoop.loader;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes on the class path that the client was started with, where Hadoop's own lie. A job
 * shares them with the client even if it brings them too, as test suites do that pack their own
 * classes. What a loader below has, RunJar's for instance, is not among them. Thread-safe.
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
