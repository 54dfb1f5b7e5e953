package io.millrace.records.config;

/** The names of the keys of paged files, and the bounds of their values. */
public final class PagedKeys {

    /** The codec of pages. */
    public static final String CODEC = "millrace.records.paged.codec";

    /** The size of pages. */
    public static final String PAGE_BYTES = "millrace.records.paged.page.bytes";

    /** The columns with bounds. */
    public static final String ZONES = "millrace.records.paged.zones";

    /** The columns with Bloom filters. */
    public static final String FILTERS = "millrace.records.paged.filters";

    /** The gap that is read rather than skipped. */
    public static final String GAP_BYTES = "millrace.records.paged.gap.bytes";

    /** Whether sources are checked. */
    public static final String CHECK = "millrace.records.paged.check";

    /** The sources of the files that a job writes. */
    public static final String SOURCES = "millrace.records.paged.sources";

    /** The default of {@link #PAGE_BYTES}. */
    public static final int DEFAULT_PAGE_BYTES = 256 << 10;

    /** The least value of {@link #PAGE_BYTES}. */
    public static final int MIN_PAGE_BYTES = 16;

    /** The greatest value of {@link #PAGE_BYTES}. */
    public static final int MAX_PAGE_BYTES = 64 << 20;

    /** The default of {@link #GAP_BYTES}. */
    public static final int DEFAULT_GAP_BYTES = 256 << 10;

    /** The greatest value of {@link #GAP_BYTES}. */
    public static final int MAX_GAP_BYTES = 64 << 20;

    private PagedKeys() {}
}
