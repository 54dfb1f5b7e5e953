package io.millrace.engine.job;

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
    private final Phase reading;
    private final Phase reducing;

    /** For a reduce attempt. */
    MarkedCursor(RecordCursor records, PhaseMark mark) {
        this(records, mark, Phase.MERGE, Phase.REDUCE);
    }

    MarkedCursor(RecordCursor records, PhaseMark mark, Phase reading, Phase reducing) {
        super(records);
        this.mark = mark;
        this.reading = reading;
        this.reducing = reducing;
    }

    @Override
    public boolean next() throws IOException {
        mark.enter(reading);
        boolean more = super.next();
        mark.enter(reducing);
        return more;
    }
}
