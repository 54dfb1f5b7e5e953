package io.millrace.formats.inputcache;

/**
 * The cached records of a split. Readers get it from {@link InputCache#lend} and call {@link
 * InputCache#lendingEnds} when they have read it. Its records do not change; the lock of the {@link
 * InputCache} guards what the cache notes of it.
 */
public final class CachedSplit {

    private final PackedRecords records;
    private final RecordTraits traits;
    private final long bytes;

    /** Guarded by the cache's lock, like the next field. */
    int readers;

    boolean dropped;

    /** The last job that used it, and the time of that use. */
    int lastJob;

    long lastUse;

    /** Takes ownership of the records. */
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
