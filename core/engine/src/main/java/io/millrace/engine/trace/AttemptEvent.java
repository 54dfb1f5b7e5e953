package io.millrace.engine.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * An attempt as an event of the JVM's flight recorder, if it is recording. Used by one thread at a
 * time.
 */
@Name("millrace.Attempt")
@Label("Attempt")
@Category("Millrace")
@Description("One attempt at one task")
@StackTrace(false)
final class AttemptEvent extends Event {

    @Label("Job")
    String job = "";

    @Label("Attempt")
    String attempt = "";

    @Label("Slot")
    @Description("Name of the thread, with the number of the slot")
    String slot = "";

    @Label("Outcome")
    String outcome = "";

    @Label("Records")
    long records;

    @Label("Bytes")
    @DataAmount
    long bytes;

    /** An event that begins now, or null if nothing is recorded. */
    static @Nullable AttemptEvent now() {
        AttemptEvent event = new AttemptEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    void commit(String jobName, AttemptSpan span) {
        job = jobName;
        attempt = span.who();
        slot = span.thread();
        outcome = span.outcome().name();
        records = span.records();
        bytes = span.bytes();
        commit();
    }
}
