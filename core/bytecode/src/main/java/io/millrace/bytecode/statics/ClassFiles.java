package io.millrace.bytecode.statics;

import io.millrace.bytecode.file.ClassFile;
import io.millrace.bytecode.state.Libraries;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The class files of a job's own classes, by internal name. Used by one scan, on its thread. */
final class ClassFiles {

    /**
     * Enough for any application's shared classes; reading more would cost more than it is worth.
     */
    static final int MOST = 3000;

    private final ClassLoader loader;
    private final Predicate<String> framework;
    private final Predicate<String> shared;
    private final Map<String, @Nullable ClassNode> read = new HashMap<>();
    private final Map<String, Boolean> ours = new HashMap<>();
    private int sharedOnes;

    /**
     * The classes that {@code loader} finds.
     *
     * @param framework the framework classes among them, by names with dots
     * @param shared the other classes that all tasks share
     */
    ClassFiles(ClassLoader loader, Predicate<String> framework, Predicate<String> shared) {
        this.loader = loader;
        this.framework = framework;
        this.shared = shared;
    }

    /**
     * The class with that name, or null if it does not exist or is not the job's own.
     *
     * @throws UnreadableException if the class cannot be analysed
     */
    @Nullable ClassNode find(String name) throws UnreadableException {
        if (read.containsKey(name)) {
            return read.get(name);
        }
        ClassNode node = read(name);
        if (node != null && shared(node) && ++sharedOnes > MOST) {
            throw new UnreadableException("the tasks reach more than " + MOST + " classes");
        }
        read.put(name, node);
        return node;
    }

    /**
     * Called for each method that a search looks at.
     *
     * @throws UnreadableException if the search was cancelled: then its result is not needed
     */
    static void checkWanted() throws UnreadableException {
        try {
            Cancellation.check();
        } catch (IOException e) {
            throw new UnreadableException("the search through its code was cancelled: " + e);
        }
    }

    /** Whether all tasks share the statics of that class. */
    boolean shared(ClassNode type) {
        return shared.test(type.name.replace('/', '.'));
    }

    /** Whether the job's own code would have a class of that name. */
    boolean ours(String name) {
        return !name.startsWith("java/") && ours.computeIfAbsent(name, this::decideOurs);
    }

    private boolean decideOurs(String name) {
        return !name.startsWith("[")
                && !Libraries.contain(name)
                && !framework.test(name.replace('/', '.'));
    }

    /**
     * A class that tasks do not reach, which does not count and is not kept.
     *
     * @throws UnreadableException if the class cannot be read
     */
    @Nullable ClassNode unreached(String name) throws UnreadableException {
        return read.containsKey(name) ? read.get(name) : read(name);
    }

    /** The class file of any name; null if there is none. */
    @Nullable ClassFile file(String name) throws UnreadableException {
        try {
            Cancellation.check();
            return ClassFile.find(loader, name);
        } catch (IOException | RuntimeException e) { // a loader of the job's may throw anything
            throw unreadable(name, e);
        }
    }

    private static UnreadableException unreadable(String name, Exception e) {
        return new UnreadableException(
                "the class file of " + name.replace('/', '.') + " could not be read: " + e);
    }

    private @Nullable ClassNode read(String name) throws UnreadableException {
        if (!ours(name)) {
            return null;
        }
        try {
            ClassFile file = file(name);
            return file == null ? null : file.tree();
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /**
     * The class that declares a field: that class or one it inherits from. Null if not the job's
     * own.
     */
    @Nullable ClassNode declaring(String owner, String field) throws UnreadableException {
        for (ClassNode at = find(owner); at != null; at = superclass(at)) {
            if (field(at, field) != null) {
                return at;
            }
            for (String each : at.interfaces) {
                ClassNode inherited = declaring(each, field);
                if (inherited != null) {
                    return inherited;
                }
            }
        }
        return null;
    }

    /**
     * The class with the method that a call of {@code owner} reaches. Null if not the job's own.
     */
    @Nullable ClassNode declaring(String owner, String method, String descriptor)
            throws UnreadableException {
        for (ClassNode at = find(owner); at != null; at = superclass(at)) {
            if (method(at, method, descriptor) != null) {
                return at;
            }
        }
        for (ClassNode at = find(owner); at != null; at = superclass(at)) {
            for (String each : at.interfaces) {
                ClassNode inherited = declaring(each, method, descriptor);
                if (inherited != null) {
                    return inherited;
                }
            }
        }
        return null;
    }

    /** The internal names of all classes that the scan has come across, found or not. */
    Set<String> names() {
        return Set.copyOf(read.keySet());
    }

    /** All of the job's own classes found so far. */
    Collection<ClassNode> all() {
        return read.values().stream().filter(Objects::nonNull).toList();
    }

    @Nullable ClassNode superclass(ClassNode type) throws UnreadableException {
        return type.superName == null ? null : find(type.superName);
    }

    static @Nullable FieldNode field(ClassNode type, String name) {
        for (FieldNode field : type.fields) {
            if (field.name.equals(name)) {
                return field;
            }
        }
        return null;
    }

    static @Nullable MethodNode method(ClassNode type, String name, String descriptor) {
        for (MethodNode method : type.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    /** The reason why a scan has no result. */
    static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1;

        UnreadableException(String message) {
            super(message);
        }
    }
}
