package io.millrace.bench.pavlo;

import io.millrace.apps.pavlo.Reading;
import io.millrace.bench.frame.Word;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ways to answer a query. */
enum Way {
    HADOOP_SLOTS("Hadoop's local runner", Reading.SPLIT),
    HADOOP_DECODED("Hadoop's local runner, decoded", Reading.DECODED),
    HADOOP_CLUSTER("Hadoop, pseudo-distributed", Reading.SPLIT),
    MILLRACE("Millrace", Reading.SPLIT),
    MILLRACE_DECODED("Millrace, decoded", Reading.DECODED),
    MILLRACE_FINGERPRINT("Millrace, decoded, sorted by fingerprints", Reading.DECODED),
    MILLRACE_PAGED("Millrace, paged", Reading.PAGED),
    MILLRACE_INDEXED("Millrace, indexed", Reading.PAGED),
    DUCKDB("DuckDB over text", null),
    SPARK("Spark SQL over text", null),
    POSTGRESQL("PostgreSQL, loaded before", null);

    private final String title;
    private final @Nullable Reading reading;

    Way(String title, @Nullable Reading reading) {
        this.title = title;
        this.reading = reading;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return Word.of(this);
    }

    String title() {
        return title;
    }

    /** How its job reads the table. */
    Optional<Reading> reading() {
        return Optional.ofNullable(reading);
    }

    /** Whether it says something about a task that the other ways do not. */
    boolean isFor(Task task) {
        return switch (this) {
            case MILLRACE_INDEXED -> task == Task.SELECTION || task == Task.JOIN;
            case MILLRACE_FINGERPRINT ->
                    task == Task.LARGE_AGGREGATION || task == Task.SMALL_AGGREGATION;
            case MILLRACE_PAGED -> task != Task.JOIN;
            default -> true;
        };
    }
}
