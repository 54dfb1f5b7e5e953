package io.millrace.engine.job.attempt;

import io.millrace.engine.record.ForwardingCursor;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.PhaseMark;
import java.io.IOException;

/**
 * The records that a reducer reads: getting the next one is one phase, and the time until the
 * reducer asks for another is the other. Lent, and used by the reducer's thread.
 */
final class MarkedCursor extends ForwardingCursor {

    private final PhaseMark mark;

    MarkedCursor(RecordCursor records, PhaseMark mark) {
        super(records);
        this.mark = mark;
    }

    @Override
    public boolean next() throws IOException {
        mark.enter(Phase.MERGE);
        boolean more = super.next();
        mark.enter(Phase.REDUCE);
        return more;
    }
}
