package io.millrace.cli.failure;

import io.millrace.cli.process.Amounts;
import java.util.Optional;
import java.util.regex.Pattern;

/** Advises on failures whose message does not say what to do. */
final class Hint {

    /** Hadoop's message if a job on a file system with Kerberos names no renewer. */
    private static final String NO_RENEWER =
            "Can't get Master Kerberos principal for use as renewer";

    /** The JDK's messages about what another task, or the client, has set or locked. */
    private static final Pattern ONCE_IN_A_JVM =
            Pattern.compile(
                    "Serial filter can only be set once|Cannot replace filter factory"
                            + "|Unable to register zone as one already registered"
                            + "|(InitialContext|Object)FactoryBuilder already set"
                            + "|factory already defined"
                            + "|java\\.nio\\.channels\\.OverlappingFileLockException");

    private Hint() {}

    /** Advice on a failure that prints this stack, in one line. */
    static Optional<String> on(String stack) {
        Optional<String> setting = onSubmission(stack);
        if (setting.isPresent()) {
            return setting;
        }
        if (stack.contains("java.lang.OutOfMemoryError: Java heap space")) {
            return Optional.of(
                    "the heap holds at most "
                            + Amounts.bytes(Runtime.getRuntime().maxMemory())
                            + "; HADOOP_HEAPSIZE_MAX sets it, and millrace.map.threads and"
                            + " millrace.reduce.threads set how many tasks share it");
        }
        Optional<String> directory = UnwritableDirectory.line(stack);
        if (directory.isPresent()) {
            return directory;
        }
        if (ONCE_IN_A_JVM.matcher(stack).find()) {
            return Optional.of(
                    "a JVM accepts this once, or for one owner at a time. If tasks ask for it, set"
                            + " -D millrace.task.isolation=process, which gives each task its own"
                            + " JVM, as on a cluster");
        }
        if (stack.contains("java.lang.NoClassDefFoundError: ")
                || stack.contains("java.lang.ClassNotFoundException: ")) {
            return Optional.of(
                    "if the class is in another jar, add that jar with -libjars or"
                            + " HADOOP_CLASSPATH, or its package with --packages");
        }
        return Optional.empty();
    }

    /** Advice on a failure that is the same for all jobs, from its stack or one line of it. */
    static Optional<String> onSubmission(String stack) {
        return stack.contains(NO_RENEWER)
                ? Optional.of(
                        "yarn.resourcemanager.principal is not set; it names the principal that"
                                + " may renew the job's tokens. Copy the cluster's yarn-site.xml to"
                                + " HADOOP_CONF_DIR, or set -D"
                                + " yarn.resourcemanager.principal=USER@REALM to your own principal")
                : MissingFileSystem.line(stack);
    }
}
