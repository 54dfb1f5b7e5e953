package io.millrace.bytecode.statics;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Recognizes calls that create, change or delete a local file, and the position of its path. */
final class FileWrites {

    private static final Set<String> OPENED =
            Set.of(
                    "java/io/FileWriter",
                    "java/io/FileOutputStream",
                    "java/io/PrintWriter",
                    "java/io/PrintStream",
                    "java/io/RandomAccessFile",
                    "java/util/Formatter",
                    "java/util/logging/FileHandler");

    private static final Set<String> PATHS =
            Set.of("java/lang/String", "java/io/File", "java/nio/file/Path");

    private static final Pattern FILE_METHODS =
            Pattern.compile("createNewFile|delete|deleteOnExit|mkdirs?|renameTo");

    /** Methods of the JDK and of libraries with the path as first argument. */
    private static final Pattern FIRST =
            Pattern.compile(
                    "java/nio/file/Files\\.(write|writeString|newBufferedWriter|newOutputStream|create(File|Directory|Directories|Link|SymbolicLink)|delete|deleteIfExists|move)"
                            + "|java/nio/(file/Files\\.newByteChannel|channels/(Asynchronous)?FileChannel\\.open)"
                            + "|org/apache/commons/io/FileUtils\\.(write.*|touch|forceMkdir|delete.*|forceDelete|openOutputStream|move.*|cleanDirectory)"
                            + "|com/google/common/io/Files\\.(write|append|touch|newWriter|move|asCharSink|asByteSink)");

    /** The same with the path as second argument. */
    private static final Pattern SECOND =
            Pattern.compile(
                    "java/nio/file/Files\\.(copy|move)|org/apache/commons/io/FileUtils\\.(copy|move).*"
                            + "|com/google/common/io/Files\\.(copy|move)");

    private static final Pattern CHANNEL =
            Pattern.compile("java/nio/(file/Files|channels/(Asynchronous)?FileChannel)");

    private static final int RECEIVER = -1;

    private FileWrites() {}

    /** Whether a call may change a file. */
    static boolean concern(MethodInsnNode call) {
        String method = call.owner + "." + call.name;
        return OPENED.contains(call.owner)
                || call.owner.equals("java/io/File")
                || FIRST.matcher(method).matches()
                || SECOND.matcher(method).matches();
    }

    /**
     * The stack positions, counted from the top, of the paths of files that a call changes.
     *
     * @param in analysis of the calling method
     */
    static List<Integer> in(MethodInsnNode call, Uses in) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        List<Integer> all = new ArrayList<>();
        for (int argument : arguments(call, in)) {
            if (argument == RECEIVER
                    || (argument < arguments.length
                            && PATHS.contains(arguments[argument].getInternalName()))) {
                all.add(arguments.length - 1 - argument);
            }
        }
        return all;
    }

    private static List<Integer> arguments(MethodInsnNode call, Uses in) {
        if (call.name.equals("<init>")) {
            boolean reads = call.owner.endsWith("RandomAccessFile") && readsOnly(call, in);
            return OPENED.contains(call.owner) && !reads ? List.of(0) : List.of();
        }
        if (call.owner.equals("java/io/File")) {
            return FILE_METHODS.matcher(call.name).matches() ? List.of(RECEIVER, 0) : List.of();
        }
        String method = call.owner + "." + call.name;
        List<Integer> all = new ArrayList<>();
        if (FIRST.matcher(method).matches() && !(channel(call) && !in.has(FileWrites::writes))) {
            all.add(0);
        }
        if (SECOND.matcher(method).matches()) {
            all.add(1);
        }
        return all;
    }

    private static boolean readsOnly(MethodInsnNode call, Uses in) {
        return in.sources(call, 0).stream()
                .allMatch(at -> at instanceof LdcInsnNode mode && "r".equals(mode.cst));
    }

    private static boolean channel(MethodInsnNode call) {
        return CHANNEL.matcher(call.owner).matches()
                && (call.name.equals("open") || call.name.equals("newByteChannel"));
    }

    /** Whether it is an option that opens a channel for writing. */
    private static boolean writes(AbstractInsnNode at) {
        return at instanceof FieldInsnNode option
                && option.getOpcode() == Opcodes.GETSTATIC
                && option.owner.equals("java/nio/file/StandardOpenOption")
                && !option.name.equals("READ");
    }
}
