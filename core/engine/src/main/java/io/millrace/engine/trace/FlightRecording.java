package io.millrace.engine.trace;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Begins events of the JVM's flight recorder, if it has been started. To initialize the class of an
 * event loads a hundred classes of the recorder, and so does a question to the recorder itself.
 * Some runtime images are made without it.
 */
final class FlightRecording {

    /** Set by the recorder at its first start; other processes find its events by it. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    private FlightRecording() {}

    private static boolean started() {
        return System.getProperty(REPOSITORY) != null;
    }

    /** An event that begins now, or null if nothing is recorded. */
    static @Nullable PhaseEvent phase() {
        return started() ? PhaseEvent.now() : null;
    }

    /** Events for the phases that may interleave in a loop; empty if nothing is recorded. */
    static Map<Phase, PhaseEvent> interleavedPhases() {
        Map<Phase, PhaseEvent> events = new EnumMap<>(Phase.class);
        for (Phase phase : Phase.INTERLEAVED) {
            PhaseEvent event = phase();
            if (event == null) {
                break;
            }
            events.put(phase, event);
        }
        return events;
    }

    /** An event that begins now, or null if nothing is recorded. */
    static @Nullable AttemptEvent attempt() {
        return started() ? AttemptEvent.now() : null;
    }
}
