package io.millrace.fuzz.program;

import io.millrace.fuzz.program.Api.Records;

/**
 * The source of a job's records.
 *
 * @param format the input format's simple name
 * @param offsets whether keys are positions in the input
 * @param oneSplit whether there is one map task
 */
record Source(Records records, String format, boolean offsets, boolean oneSplit) {

    /** The output of another job. */
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
