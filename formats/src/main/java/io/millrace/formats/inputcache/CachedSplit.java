package io.millrace.formats.inputcache;

/**
 * The records of a split, for jobs to come. Those who read it have it from {@link InputCache#lend}
 * and say when they have read it ({@link InputCache#lendingEnds}).
 */
public final class CachedSplit {

    private final PackedRecords records;
    private final RecordTraits traits;
    private final long bytes;

    /** Guarded by the cache's lock, as the next. */
    int readers;

    boolean dropped;

    /** The job that used it last, and when. */
    int lastJob;

    long lastUse;

    /** Records that are the cache's from then on. */
    public CachedSplit(PackedRecords records, RecordTraits traits) {
        this.records = records;
        this.traits = traits;
        this.bytes = records.bytes();
    }

    public PackedRecords records() {
        return records;
    }

    public RecordTraits traits() {
        return traits;
    }

    long bytes() {
        return bytes;
    }
}
