package io.millrace.hadoop.plan;

import io.millrace.engine.plan.Choice;
import io.millrace.formats.registry.FileWriters;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.OutputEntry;
import io.millrace.hadoop.watch.QuickPath;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/** The writers of a job's output files. Immutable. */
public final class OutputPlan {

    private static final String WRITER = QuickPath.WRITER.choice();

    private final Decision<OutputEntry> writer;

    /**
     * Decides for a job.
     *
     * @param obstacle why Hadoop's own classes write everything; empty if they do not
     */
    OutputPlan(JobConf conf, JobFormats formats, String obstacle) {
        writer = obstacle.isEmpty() ? decide(conf, formats) : Decision.hadoops(obstacle);
    }

    private static Decision<OutputEntry> decide(JobConf conf, JobFormats formats) {
        Class<?> format = NamedFormat.output(conf);
        if (format == null) {
            return Decision.hadoops("the output format's class is not found");
        }
        OutputEntry known = formats.registry().output(format);
        if (known != null) {
            return Decision.of(known, known.writers().obstacle(conf, formats));
        }
        String off = formats.rewrites().obstacle();
        return Decision.hadoops(
                off.isEmpty()
                        ? "only %s are known, not the records that %s writes"
                                .formatted(formats.registry().writtenRecords(), format.getName())
                        : off);
    }

    /**
     * The writers that replace a format, if it is the class of the decision and not only its name;
     * null if the format writes.
     */
    public @Nullable FileWriters writers(Class<?> format) {
        OutputEntry chosen = writer.chosen();
        return chosen != null && chosen.format() == format ? chosen.writers() : null;
    }

    /** The choice of writers. */
    Choice<String> choice() {
        OutputEntry chosen = writer.chosen();
        return chosen != null
                ? new Choice<>(WRITER, TaskPlan.QUICK, chosen.writers().how())
                : new Choice<>(WRITER, TaskPlan.HADOOPS, writer.obstacle());
    }
}
