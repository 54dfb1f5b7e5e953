package io.millrace.conformance.program;

import java.io.IOException;
import java.util.List;

/** A program, or a family of programs, written for Hadoop. */
interface Program {

    /** The name in commands. */
    String name();

    /** Fetches and builds what the program needs, and returns the comparisons to run. */
    List<Comparison> prepare(Workplace place) throws IOException, InterruptedException;
}
