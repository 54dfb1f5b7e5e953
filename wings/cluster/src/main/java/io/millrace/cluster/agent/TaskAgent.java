package io.millrace.cluster.agent;

import io.millrace.bytecode.quick.QuickText;
import io.millrace.engine.config.Settings;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Main class of the agent. The JVM calls it before a task's own main class, in the container's
 * working directory, if the options of the task's JVM have {@code -javaagent} with this jar. The
 * classes of the job then run with the rewrites of {@link io.millrace.bytecode.rewrite.Rewrite}, as
 * they do on Millrace, except for calls that end the process.
 */
public final class TaskAgent {

    private TaskAgent() {}

    /**
     * Rewrites the job's classes from now on.
     *
     * @param arguments settings {@code KEY=VALUE}, separated by commas, which may disable rewrites;
     *     null for none
     */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
        try {
            if (!QuickText.usable()) {
                System.err.println(
                        "millrace: the job's classes run as compiled: this Hadoop's Text lacks a"
                                + " field that the rewrites use");
                return;
            }
            instrumentation.addTransformer(
                    new JobClassRewriter(Path.of("").toAbsolutePath(), settings(arguments)));
        } catch (RuntimeException | LinkageError e) {
            System.err.println("millrace: the job's classes run as compiled: " + e);
        }
    }

    private static Settings settings(@Nullable String arguments) {
        Map<String, String> set = new HashMap<>();
        for (String each : (arguments == null ? "" : arguments).split(",", -1)) {
            int sign = each.indexOf('=');
            if (sign > 0) {
                set.put(each.substring(0, sign), each.substring(sign + 1));
            }
        }
        return set::get;
    }
}
