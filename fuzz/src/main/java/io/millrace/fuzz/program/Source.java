package io.millrace.fuzz.program;

import io.millrace.fuzz.program.Api.Records;

/**
 * Where a job's records come from.
 *
 * @param format the input format's simple name
 * @param offsets whether keys say where in the input a record lies
 * @param oneSplit whether there is one map task
 */
record Source(Records records, String format, boolean offsets, boolean oneSplit) {

    /** What another job has written. */
    static Source sequence(Records records) {
        return new Source(records, "SequenceFileInputFormat", false, false);
    }

    static Source lines(String format, boolean oneSplit) {
        return new Source(new Records(Kinds.LONG, Kinds.TEXT), format, true, oneSplit);
    }

    static Source pairs(boolean oneSplit) {
        return new Source(
                new Records(Kinds.TEXT, Kinds.TEXT), "KeyValueTextInputFormat", false, oneSplit);
    }
}
