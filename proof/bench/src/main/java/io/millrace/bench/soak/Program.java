package io.millrace.bench.soak;

import io.millrace.workloads.Likeness;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program that runs with workers: ordinary jobs, or a loop with collectives. */
interface Program {

    /** The name on the command line. */
    String word();

    /** The workload that it is, or that has the same input. */
    Workload workload();

    /** How similar the outputs of two runs must be. */
    Likeness likeness();

    /** Task counters that are the same in each run. */
    List<String> counters();

    /** Its further settings with so many workers. */
    List<String> settings(int workers);

    /** The arguments after the jar. */
    List<String> command(List<String> options, SoakJob job, Path output) throws IOException;
}
