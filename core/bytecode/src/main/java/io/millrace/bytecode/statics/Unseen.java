package io.millrace.bytecode.statics;

import io.millrace.bytecode.statics.ClassFiles.UnreadableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * A kind of call that may change shared state in a way that a scan does not see. Such calls within
 * the JDK, Hadoop and libraries do not count, but the job's calls of them do.
 */
enum Unseen {
    /** The member is known only when the call is made. */
    REFLECTION(
            "may change a static",
            "java/lang/reflect/(Field.set.*|Method.invoke)",
            "java/lang/invoke/MethodHandles\\$Lookup.(findStatic.*|unreflect|unreflect(Setter|VarHandle))",
            "sun/misc/Unsafe.staticField(Base|Offset)",
            "org/apache/commons/lang3?/reflect/(FieldUtils.write|MethodUtils.invoke).*"),

    /** There is no class file to read. */
    DEFINED(
            "runs classes that were not searched",
            "java/lang/invoke/MethodHandles\\$Lookup.define.*",
            "sun/misc/Unsafe.define.*",
            "java/net/URLClassLoader.(<init>|newInstance)",
            "javassist/(CtClass|ClassPool).toClass",
            "net/bytebuddy/.*load",
            "net/sf/cglib/.*create",
            "org/springframework/cglib/.*create"),

    NATIVE(
            "runs native code",
            "java/lang/(System|Runtime).load(Library)?",
            "com/sun/jna/Native.(load.*|register)",
            "java/lang/foreign/Linker.downcallHandle"),

    HOOK("leaves code that runs when the client ends", "java/lang/Runtime.addShutdownHook");

    private final String effect;
    private final Pattern calls;

    Unseen(String effect, String... calls) {
        this.effect = effect;
        this.calls = Pattern.compile(String.join("|", List.of(calls)));
    }

    /** The first such call in the reachable code, for display; null if there is none. */
    static @Nullable String in(Reach reach, Supertypes supertypes) throws UnreadableException {
        Map<String, Optional<Unseen>> kinds = new HashMap<>();
        for (Reach.Method method : reach.methods()) {
            ClassFiles.checkWanted();
            for (AbstractInsnNode at : method.node().instructions) {
                Called called = Called.in(at);
                Unseen kind =
                        called == null
                                ? null
                                : kinds.computeIfAbsent(
                                                called.toString(), name -> of(called, supertypes))
                                        .orElse(null);
                if (called != null && kind != null) {
                    return method + " calls " + called.shown() + " and " + kind.effect;
                }
            }
        }
        return null;
    }

    private static Optional<Unseen> of(Called called, Supertypes supertypes) {
        for (Unseen each : values()) {
            if (each.calls.matcher(called.toString()).matches()) {
                return Optional.of(each);
            }
        }
        return called.name().equals("defineClass")
                        && supertypes.isA(called.owner(), "java/lang/ClassLoader")
                ? Optional.of(DEFINED)
                : Optional.empty();
    }
}
