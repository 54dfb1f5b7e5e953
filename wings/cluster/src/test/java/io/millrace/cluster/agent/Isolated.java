package io.millrace.cluster.agent;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Runs the job's program with a loader that sees Hadoop, but not Millrace. */
final class Isolated {

    private Isolated() {}

    public static void main(String[] arguments) throws Exception {
        ClassLoader hadoop =
                new ClassLoader(ClassLoader.getPlatformClassLoader()) {
                    @Override
                    protected Class<?> findClass(String name) throws ClassNotFoundException {
                        if (name.startsWith("io.millrace.") || name.startsWith("job.")) {
                            throw new ClassNotFoundException(name);
                        }
                        return Isolated.class.getClassLoader().loadClass(name);
                    }
                };
        try (URLClassLoader own =
                new URLClassLoader(new URL[] {Path.of(arguments[0]).toUri().toURL()}, hadoop)) {
            own.loadClass("job.Splitting")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        }
    }
}
