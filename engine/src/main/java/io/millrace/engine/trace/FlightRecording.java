package io.millrace.engine.trace;

/** Whether this JVM has a flight recorder; some runtime images are made without. */
final class FlightRecording {

    private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecording() {}

    static boolean available() {
        return AVAILABLE;
    }
}
