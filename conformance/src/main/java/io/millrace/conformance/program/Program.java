package io.millrace.conformance.program;

import java.io.IOException;
import java.util.List;

/** A program, or a family of programs, that was written without Millrace in mind. */
interface Program {

    /** Its name in commands. */
    String name();

    /** Fetches and builds what it needs, and says what is to be run and compared. */
    List<Comparison> prepare(Workplace place) throws IOException, InterruptedException;
}
