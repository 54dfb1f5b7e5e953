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

    /** Tags of constants. */
    private static final int TEXT = 1;

    private static final int CLASS = 7;

    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;

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
        accept(visitor, CODE_ONLY);
    }

    /** The class without the code of its methods. */
    public ClassNode outline() throws UnreadableClassException {
        ClassNode node = new ClassNode();
        accept(node, CODE_ONLY | ClassReader.SKIP_CODE);
        return node;
    }

    private void accept(ClassVisitor visitor, int options) throws UnreadableClassException {
        try {
            reader.accept(visitor, options);
        } catch (RuntimeException e) {
            throw new UnreadableClassException(e);
        }
    }

    /** Receives the classes and members that a class file names. */
    public interface References {

        /** A class, with slashes, or an array as in its descriptor. */
        void type(String name);

        /** A field or a method. */
        void member(String owner, String name, String descriptor);
    }

    /**
     * Passes on all references of the constant pool: those that code makes, and others. This takes
     * a fraction of the time that it takes to read the code.
     */
    public void references(References to) throws UnreadableClassException {
        try {
            char[] buffer = new char[reader.getMaxStringLength()];
            for (int i = 1; i < reader.getItemCount(); i++) {
                reference(reader.getItem(i), buffer, to);
            }
        } catch (RuntimeException e) {
            throw new UnreadableClassException(e);
        }
    }

    /** The position is 0 for the second half of a long or double. */
    private void reference(int at, char[] buffer, References to) {
        int tag = at == 0 ? 0 : reader.readByte(at - 1);
        if (tag == CLASS) {
            to.type(reader.readUTF8(at, buffer));
        } else if (tag == FIELD || tag == METHOD || tag == INTERFACE_METHOD) {
            int named = reader.getItem(reader.readUnsignedShort(at + 2));
            to.member(
                    reader.readClass(at, buffer),
                    reader.readUTF8(named, buffer),
                    reader.readUTF8(named + 2, buffer));
        }
    }

    /** Whether the constant pool has an ASCII text, as for the name of a method. */
    public boolean mentions(String text) throws UnreadableClassException {
        try {
            for (int i = 1; i < reader.getItemCount(); i++) {
                if (isText(reader.getItem(i), text)) {
                    return true;
                }
            }
            return false;
        } catch (RuntimeException e) {
            throw new UnreadableClassException(e);
        }
    }

    private boolean isText(int at, String text) {
        if (at == 0
                || reader.readByte(at - 1) != TEXT
                || reader.readUnsignedShort(at) != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (reader.readByte(at + 2 + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
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
        ClassVisitor collector =
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
                };
        accept(collector, CODE_ONLY | ClassReader.SKIP_CODE);
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
