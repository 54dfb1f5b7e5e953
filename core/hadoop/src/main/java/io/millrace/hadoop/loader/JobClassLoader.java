package io.millrace.hadoop.loader;

import io.millrace.formats.inputcache.CopiedCode;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * One copy of a job's classes: defines the job's own classes, and takes all others from its parent,
 * the client's loader. Copies of one job share the bytes.
 */
final class JobClassLoader extends URLClassLoader implements CopiedCode {

    static {
        registerAsParallelCapable();
    }

    /**
     * Hadoop's classes for Java serialization, which finds classes through its caller's loader:
     * each copy of a job's classes needs its own.
     */
    private static final String JAVA_SERIALIZATION =
            "org.apache.hadoop.io.serializer.JavaSerialization";

    /** Loads the JDK's classes, which are never copied. */
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    /** Which classes a copy defines by itself. */
    enum Owns {
        /** Classes that the parent lacks. */
        MISSING,
        /** Classes that the job brings and does not share. */
        BROUGHT,
        /**
         * All classes except those of the framework and the JDK, including classes that only the
         * parent has.
         */
        ALL
    }

    private final Owns owns;
    private final Shared shared;
    private final Predicate<String> whole;
    private final ClassBytes bytes;

    /**
     * Classes of the framework or the client, which come from the parent even if the job brings
     * them.
     */
    interface Shared {

        boolean type(String name);

        boolean resource(String path);
    }

    /**
     * A copy.
     *
     * @param whole the names of classes that all come from this loader, regardless of other rules,
     *     even if only the parent has them
     */
    JobClassLoader(
            List<URL> urls,
            ClassLoader parent,
            Owns owns,
            Shared shared,
            Predicate<String> whole,
            ClassBytes bytes) {
        super("millrace-job", urls.toArray(new URL[0]), parent);
        this.owns = owns;
        this.shared = shared;
        this.whole = whole;
        this.bytes = bytes;
    }

    /** Whether the class of that name comes from this loader and not from the parent. */
    boolean owns(String name) {
        return isWhole(name)
                || (!shared.type(name)
                        && findResource(name.replace('.', '/').concat(".class")) != null);
    }

    private boolean isWhole(String name) {
        return whole.test(name);
    }

    private boolean parents(String name) {
        return owns == Owns.MISSING || shared.type(name);
    }

    /** Classes that only the parent has may have changed on disk since the parent read them. */
    @Override
    public @Nullable String identity() {
        return owns == Owns.ALL ? null : bytes.identity(getURLs());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) {
                boolean parents = parents(name) && !isWhole(name);
                type = parents && !usesSerialization(name) ? null : define(name);
            }
            return type == null ? super.loadClass(name, resolve) : type;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Class<?> type = define(name);
        if (type == null) {
            throw new ClassNotFoundException(name);
        }
        return type;
    }

    private @Nullable Class<?> define(String name) throws ClassNotFoundException {
        ClassBytes.Found found;
        try {
            found = bytes.find(name, isWhole(name) ? this::locateInWhole : this::locate);
            if (found == null) {
                return null;
            }
            int dot = name.lastIndexOf('.');
            if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
                definePackageOnce(name.substring(0, dot), found.place());
            }
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " could not be read", e);
        }
        ProtectionDomain domain =
                new ProtectionDomain(
                        new CodeSource(found.place(), (Certificate[]) null), null, this, null);
        return defineClass(name, found.bytes(), 0, found.bytes().length, domain);
    }

    private void definePackageOnce(String name, URL place) throws IOException {
        Manifest manifest = bytes.manifest(place);
        try {
            if (manifest == null) {
                definePackage(name, null, null, null, null, null, null, null);
            } else {
                definePackage(name, manifest, place);
            }
        } catch (IllegalArgumentException e) {
            // Another thread was faster and defined the package.
            assert getDefinedPackage(name) != null : name;
        }
    }

    private @Nullable URL locate(String path) {
        if (usesSerialization(path.replace('/', '.'))) {
            return getParent().getResource(path);
        }
        URL own = findResource(path);
        return own == null && owns == Owns.ALL && PLATFORM.getResource(path) == null
                ? getParent().getResource(path)
                : own;
    }

    /**
     * Locates a file of a package that the client has in part; the client's classes come first if
     * they normally do.
     */
    private @Nullable URL locateInWhole(String path) {
        String name = FrameworkClasses.typeOf(path);
        boolean parents = name != null && parents(name);
        URL first = parents ? getParent().getResource(path) : findResource(path);
        return first != null ? first : parents ? findResource(path) : getParent().getResource(path);
    }

    private static boolean usesSerialization(String name) {
        return name.startsWith(JAVA_SERIALIZATION);
    }

    @Override
    public @Nullable URL getResource(String path) {
        URL own = owns == Owns.MISSING || shared.resource(path) ? null : findResource(path);
        URL found = own == null ? super.getResource(path) : own;
        // For a copy of log4j 1 in a job that brings no file for it.
        return found == null && path.equals(LogSetup.FILE) ? LogSetup.file() : found;
    }
}
