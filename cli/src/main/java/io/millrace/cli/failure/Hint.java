package io.millrace.cli.failure;

import io.millrace.cli.process.Amounts;
import java.util.Optional;

/** Advises on failures whose message does not say what to do. */
final class Hint {

    private Hint() {}

    /** Advice on a failure that prints this stack, in one line. */
    static Optional<String> on(String stack) {
        Optional<String> fileSystem = MissingFileSystem.line(stack);
        if (fileSystem.isPresent()) {
            return fileSystem;
        }
        if (stack.contains("java.lang.OutOfMemoryError: Java heap space")) {
            return Optional.of(
                    "the heap holds at most "
                            + Amounts.bytes(Runtime.getRuntime().maxMemory())
                            + "; HADOOP_HEAPSIZE_MAX sets it, and millrace.map.threads and"
                            + " millrace.reduce.threads set how many tasks share it");
        }
        if (stack.contains("java.lang.NoClassDefFoundError: ")
                || stack.contains("java.lang.ClassNotFoundException: ")) {
            return Optional.of(
                    "if the class is in another jar, add that jar with -libjars or"
                            + " HADOOP_CLASSPATH, or its package with --packages");
        }
        return Optional.empty();
    }
}
