package io.millrace.cli.modules.planted.below;

/** Reaches what lies above it by its name, which no import shows. */
public final class Below {

    Class<?> above() throws ClassNotFoundException {
        return Class.forName("io.millrace.cli.modules.planted.above.Above");
    }
}
