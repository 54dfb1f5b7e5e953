package io.millrace.engine.ties;

import io.millrace.engine.stream.Tally;

/**
 * Computes where Hadoop's map task would cut its output into spills. Hadoop serializes records into
 * a ring of bytes, upwards from a point called the equator, and writes 16 bytes of metadata for
 * each record downwards from there. When both together fill a share of the ring, they become a
 * spill, and records continue from a new equator in the rest. This class does the arithmetic only
 * and holds no bytes.
 *
 * <p>In Hadoop another thread writes the spill, so with a share of at most a half the start of the
 * next spill depends on that thread's speed. Here each spill is written at once, which is one of
 * the results that Hadoop may produce; with a greater share it is the only one. Used by one thread.
 */
public final class SpillRing {

    /** The spill of a record. */
    public enum Fate {
        /** The record joins the open spill. */
        JOINS(false, false),
        /** The open spill ends before the record. */
        BEGINS_SPILL(true, false),
        /** The record is too large for the ring and forms its own spill; no spill is open. */
        ALONE(false, true),
        /** The record forms its own spill, and the open spill ends before it. */
        ENDS_SPILL_ALONE(true, true);

        private final boolean endsSpill;
        private final boolean alone;

        Fate(boolean endsSpill, boolean alone) {
            this.endsSpill = endsSpill;
            this.alone = alone;
        }

        /** Whether the open spill ends before the record. */
        public boolean endsSpill() {
            return endsSpill;
        }

        /** Whether the record forms its own spill. */
        public boolean alone() {
            return alone;
        }
    }

    private static final int META = 16;

    private final int size;
    private final int softLimit;

    /** Position of the next record's metadata. */
    private int meta;

    /** End of the last spill's metadata, equal to {@link #meta} if the ring is empty. */
    private int metaEnd;

    private int equator;

    /** Start of the last spill's bytes; the next field is their end. */
    private int spillStart;

    private int spillEnd;

    /** End of the last complete record. */
    private int mark;

    private int at;

    /** Start of the unused end of the ring, because a key must not be split. */
    private int voidFrom;

    /** Bytes that may be written before the limits must be checked again. */
    private int remaining;

    private long records;
    private long bytes;
    private boolean spilled;

    /** An empty ring. */
    public SpillRing(SpillTerms terms) {
        size = terms.ringBytes();
        softLimit = (int) (size * terms.spillShare());
        remaining = softLimit;
        clear();
    }

    /** Adds a record and returns its fate. */
    public Fate add(int keyLength, int valueLength) {
        spilled = false;
        remaining -= META;
        if (remaining <= 0) {
            spillIfFull();
        }
        boolean fits = write(keyLength, valueLength);
        records++;
        if (fits) {
            return spilled ? Fate.BEGINS_SPILL : Fate.JOINS;
        }
        bytes += Tally.framedBytes(keyLength, valueLength);
        return spilled ? Fate.ENDS_SPILL_ALONE : Fate.ALONE;
    }

    private void clear() {
        moveEquator(0);
        spillStart = equator;
        spillEnd = equator;
        at = equator;
        metaEnd = meta;
        voidFrom = size;
    }

    private boolean write(int keyLength, int valueLength) {
        int keyStart = at;
        if (keyLength > 0 && !write(keyLength)) {
            return false;
        }
        if (at < keyStart) {
            if (!moveKeyToStart()) {
                return false;
            }
            keyStart = 0;
        }
        if ((valueLength > 0 && !write(valueLength)) || !write(0)) {
            return false;
        }
        mark = at;
        bytes += distance(keyStart, at, voidFrom);
        meta = before(meta);
        return true;
    }

    /** Begins a spill if the ring is filled up to the soft limit. */
    private void spillIfFull() {
        int used = distance(meta, at);
        if (unreclaimed()) {
            int free = distance(at, meta) - 2 * META;
            reclaim();
            remaining = Math.min(free, softLimit - used) - META;
        } else if (used >= softLimit && meta != metaEnd) {
            int free = distance(at, meta);
            spill();
            int recordBytes = (int) (bytes / records);
            int gap = Math.min(free / 2, free / (META + recordBytes) * META);
            int start = (at + Math.max(2 * META - 1, gap)) % size;
            moveEquator(start);
            mark = start;
            at = start;
            remaining =
                    Math.min(
                                    distance(spillEnd, start),
                                    Math.min(distance(start, metaEnd), softLimit))
                            - 2 * META;
            endSpill();
        }
    }

    /**
     * Writes bytes of a record; false if they do not fit even an empty ring, which the ring then
     * is.
     */
    private boolean write(int length) {
        remaining -= length;
        while (remaining <= 0 && blocked(length)) {
            if (unreclaimed()) {
                int free = distance(at, meta) - 2 * META;
                reclaim();
                remaining = Math.min(free, softLimit - distance(meta, at)) - length;
            } else if (meta == metaEnd) {
                clear();
                return false;
            } else {
                spill();
                moveEquator(mark);
                endSpill();
            }
        }
        if (length > voidFrom - at) {
            at = length - (voidFrom - at);
        } else {
            at += length;
        }
        return true;
    }

    private boolean blocked(int length) {
        int toMeta = distance(at, meta);
        int toSpill = distance(at, metaEnd);
        return toMeta <= toSpill
                ? toMeta <= (long) length + 2 * META
                : toSpill <= length || distance(spillEnd, meta) < 2 * META;
    }

    /** Moves a key that was split by the end of the ring to its start. */
    private boolean moveKeyToStart() {
        int head = voidFrom - mark;
        voidFrom = mark;
        int free = Math.min(distance(0, meta), distance(0, metaEnd));
        if (at + head < free) {
            at += head;
            remaining -= size - voidFrom;
            return true;
        }
        int tail = at;
        at = 0;
        return write(head) && write(tail);
    }

    /** Whether the room of the last spill is still taken. */
    private boolean unreclaimed() {
        return (metaEnd + META) % size != aligned(equator);
    }

    private void reclaim() {
        spillStart = equator;
        spillEnd = equator;
        metaEnd = before(aligned(equator));
    }

    private void spill() {
        spilled = true;
        metaEnd = (meta + META) % size;
        spillEnd = mark;
    }

    private void endSpill() {
        if (spillEnd < spillStart) {
            voidFrom = size;
        }
        spillStart = spillEnd;
    }

    private void moveEquator(int position) {
        equator = position;
        meta = before(aligned(position));
    }

    private static int aligned(int position) {
        return position - position % META;
    }

    private int before(int position) {
        return (position - META + size) % size;
    }

    private int distance(int from, int to) {
        return distance(from, to, size);
    }

    private static int distance(int from, int to, int size) {
        return from <= to ? to - from : size - from + to;
    }
}
