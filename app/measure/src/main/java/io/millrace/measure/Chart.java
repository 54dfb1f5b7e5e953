package io.millrace.measure;

import java.io.IOException;
import java.nio.file.Path;

/** A drawing of some figures. */
public interface Chart {

    /** Whether there is nothing to see. */
    boolean isEmpty();

    /** Writes the drawing as SVG. */
    void write(Path file) throws IOException;
}
