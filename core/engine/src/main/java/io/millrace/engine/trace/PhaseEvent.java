package io.millrace.engine.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * A span as an event of the JVM's flight recorder, if it is recording. Used by one thread at a
 * time.
 */
@Name("millrace.Phase")
@Label("Phase")
@Category("Millrace")
@Description("One stretch of one phase of an attempt")
@StackTrace(false)
final class PhaseEvent extends Event {

    @Label("Job")
    String job = "";

    @Label("Phase")
    String phase = "";

    @Label("Attempt")
    String attempt = "";

    @Label("Slot")
    @Description("Name of the thread, with the number of the slot")
    String slot = "";

    @Label("Time")
    @Description("Share of the phase in the duration; less than all if phases interleave")
    @Timespan(Timespan.NANOSECONDS)
    long time;

    @Label("Records")
    long records;

    @Label("Bytes")
    @DataAmount
    long bytes;

    /** An event that begins now, or null if nothing is recorded. */
    static @Nullable PhaseEvent now() {
        PhaseEvent event = new PhaseEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    void commit(String jobName, Span span) {
        job = jobName;
        phase = span.phase().name();
        attempt = span.who();
        slot = span.thread();
        time = span.nanos();
        records = span.records();
        bytes = span.bytes();
        commit();
    }
}
