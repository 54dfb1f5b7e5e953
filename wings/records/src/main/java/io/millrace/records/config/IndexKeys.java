package io.millrace.records.config;

/** The names of the keys of the job that builds an index. */
public final class IndexKeys {

    /** The column by which the index is built. */
    public static final String KEY = "millrace.records.index.key";

    /** Whether records are sorted by the key. */
    public static final String SORT = "millrace.records.index.sort";

    /** Number of files of a sorted index. */
    public static final String FILES = "millrace.records.index.files";

    /** The greatest value of {@link #FILES}. */
    public static final int MAX_FILES = 100_000;

    private IndexKeys() {}
}
