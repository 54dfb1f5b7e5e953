package io.millrace.bytecode.statics;

import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Types whose objects tasks may share: they are immutable, or designed for sharing between threads
 * without keeping anything that a task would mistake for its own.
 */
final class ConstantTypes {

    private static final Set<String> NAMES =
            Set.of(
                    "java/lang/String",
                    "java/lang/Boolean",
                    "java/lang/Byte",
                    "java/lang/Character",
                    "java/lang/Short",
                    "java/lang/Integer",
                    "java/lang/Long",
                    "java/lang/Float",
                    "java/lang/Double",
                    "java/lang/Void",
                    "java/lang/Class",
                    "java/lang/StackTraceElement",
                    "java/lang/ThreadLocal",
                    "java/lang/InheritableThreadLocal",
                    "java/io/File",
                    "java/io/PrintStream",
                    "java/net/URI",
                    "java/net/URL",
                    "java/nio/charset/Charset",
                    "java/nio/file/Path",
                    "java/math/BigInteger",
                    "java/math/BigDecimal",
                    "java/math/MathContext",
                    "java/util/Locale",
                    "java/util/UUID",
                    "java/util/Currency",
                    "java/util/OptionalInt",
                    "java/util/regex/Pattern",
                    "java/util/logging/Level",
                    "java/util/logging/Logger",
                    "java/util/concurrent/TimeUnit",
                    "java/util/concurrent/CountDownLatch",
                    "java/util/concurrent/CyclicBarrier",
                    "java/util/concurrent/Semaphore",
                    "java/util/concurrent/Phaser",
                    "org/apache/hadoop/fs/Path",
                    "org/apache/hadoop/io/NullWritable",
                    "org/slf4j/Logger",
                    "org/slf4j/Marker",
                    "org/apache/commons/logging/Log",
                    "org/apache/log4j/Logger",
                    "org/apache/log4j/Level",
                    "org/apache/logging/log4j/Logger",
                    "org/apache/logging/log4j/Level");

    private static final String[] FAMILIES = {
        "java/time/", "java/lang/invoke/", "java/lang/reflect/", "java/util/concurrent/locks/",
    };

    /** Tasks share these unchanged: their state does not belong to tasks. */
    private static final Set<String> STATELESS =
            Set.of("java/lang/Runtime", "java/lang/System$Logger");

    /** Types whose objects keep state of one attempt for the next in the same copy. */
    private static final Set<String> KEEPING =
            Set.of(
                    "java/lang/ThreadLocal",
                    "java/lang/InheritableThreadLocal",
                    "java/util/concurrent/CountDownLatch",
                    "java/util/concurrent/CyclicBarrier",
                    "java/util/concurrent/Semaphore",
                    "java/util/concurrent/Phaser");

    private ConstantTypes() {}

    /** Whether an object of such a type differs for a later attempt. */
    static boolean keeps(Type type) {
        return type.getSort() == Type.OBJECT && KEEPING.contains(type.getInternalName());
    }

    static boolean contains(Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT -> contains(type.getInternalName());
            case Type.ARRAY -> false;
            default -> true;
        };
    }

    /** Takes internal names, such as {@code java/lang/String}. */
    static boolean contains(String name) {
        if (NAMES.contains(name) || STATELESS.contains(name)) {
            return true;
        }
        for (String family : FAMILIES) {
            if (name.startsWith(family)) {
                return true;
            }
        }
        return false;
    }
}
