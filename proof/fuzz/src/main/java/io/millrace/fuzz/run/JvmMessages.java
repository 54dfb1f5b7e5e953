package io.millrace.fuzz.run;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * The messages of exceptions that the JVM itself throws. Programs look at them, as jobs do. HotSpot
 * leaves them out of code that it has compiled, so that a program would differ from run to run.
 */
final class JvmMessages {

    private static final String OMITS = "OmitStackTraceInFastThrow";

    private JvmMessages() {}

    /** Fails unless this JVM was started so that it keeps them. */
    static void require() {
        @Nullable HotSpotDiagnosticMXBean jvm =
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (jvm != null && Boolean.parseBoolean(jvm.getVMOption(OMITS).getValue())) {
            throw new IllegalStateException(
                    "this JVM leaves messages of exceptions out of compiled code, so the results"
                            + " of programs would differ by chance; start it with -XX:-"
                            + OMITS);
        }
    }
}
