package io.millrace.records.config;

import io.millrace.records.predicate.RecordTest;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.Fields;
import org.jspecify.annotations.Nullable;

/** Keeps the records that the schema and the job's predicate accept. Used by one thread. */
public final class RecordSieve {

    private final @Nullable RecordTest where;
    private final RecordCounts counts;

    /** A sieve for a predicate, if the job has one. */
    public RecordSieve(@Nullable RecordTest where, RecordCounts counts) {
        this.where = where;
        this.counts = counts;
    }

    /** Whether a record is one of the job's. */
    public boolean keeps(DelimitedRecord record) {
        // The schema first: a predicate may ask for a bad field that the schema skips.
        if (!record.isAccepted()) {
            counts.skip();
            return false;
        }
        return matches(record);
    }

    /** Whether fields match the job's predicate. */
    public boolean matches(Fields fields) {
        if (where == null || where.matches(fields)) {
            return true;
        }
        counts.filter();
        return false;
    }
}
