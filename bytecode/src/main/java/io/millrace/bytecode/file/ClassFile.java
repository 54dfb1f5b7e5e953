package io.millrace.bytecode.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * A class file. This is the only place where class files are found and parsed. Methods come without
 * the names of variables, line numbers and stack maps.
 */
public final class ClassFile {

    private static final String SUFFIX = ".class";
    private static final int CODE_ONLY = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    private final ClassReader reader;

    private ClassFile(ClassReader reader) {
        this.reader = reader;
    }

    /** The path of a class relative to the roots of a class path; the name has dots or slashes. */
    public static String path(String name) {
        return name.replace('.', '/').concat(SUFFIX);
    }

    /**
     * The class file that a loader finds for a class, or null if it finds none.
     *
     * @throws UnreadableClassException if the file is damaged, or newer than the parser supports
     */
    public static @Nullable ClassFile find(ClassLoader loader, String name) throws IOException {
        return of(loader.getResourceAsStream(path(name)));
    }

    /**
     * The file that a class was defined from, as compiled, or null if it cannot be found.
     *
     * @throws UnreadableClassException as for {@link #find}
     */
    public static @Nullable ClassFile of(Class<?> type) throws IOException {
        String name = type.getName();
        return of(type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + SUFFIX));
    }

    /**
     * The class file in a stream, which is closed; null for null.
     *
     * @throws UnreadableClassException as for {@link #find}
     */
    public static @Nullable ClassFile of(@Nullable InputStream stream) throws IOException {
        if (stream == null) {
            return null;
        }
        try (stream) {
            return new ClassFile(new ClassReader(stream.readAllBytes()));
        } catch (RuntimeException e) {
            throw new UnreadableClassException(e); // the reader throws many kinds
        }
    }

    /** The whole class. */
    public ClassNode tree() throws UnreadableClassException {
        ClassNode node = new ClassNode();
        accept(node);
        return node;
    }

    /** Passes the class to a visitor. */
    public void accept(ClassVisitor visitor) throws UnreadableClassException {
        try {
            reader.accept(visitor, CODE_ONLY);
        } catch (RuntimeException e) {
            throw new UnreadableClassException(e);
        }
    }

    /** The access flags of the class, as in {@code Opcodes}. */
    public int access() {
        return reader.getAccess();
    }

    /**
     * The methods that the class itself declares, by name and descriptor, with their access flags.
     */
    public Map<String, Integer> methods() throws UnreadableClassException {
        Map<String, Integer> all = new LinkedHashMap<>();
        accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        all.put(name + descriptor, access);
                        return null;
                    }
                });
        return all;
    }

    /** The superclass, with slashes; null for {@code Object}. */
    public @Nullable String superclass() {
        return reader.getSuperName();
    }

    /** The interfaces that the class itself names, with slashes. */
    public List<String> interfaces() {
        return List.of(reader.getInterfaces());
    }
}
