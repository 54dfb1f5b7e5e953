package io.millrace.bench.job;

/** How a contender writes what a workload gives, and so what can be compared. */
public enum OutputForm {
    /** The files that Hadoop writes, under their names. */
    HADOOP_FILES,

    /** The bytes of Hadoop's, in the order of the files' names, but divided among other files. */
    OTHER_FILES,

    /** The lines of Hadoop's, in any files and any order. */
    LINES,

    /** No output that could be compared. */
    NONE
}
