package io.millrace.engine.ties;

import io.millrace.engine.stream.Tally;

/**
 * Knows where Hadoop's map task would cut its output into spills. Hadoop serializes records into a
 * ring of bytes from one point of it, the equator, upwards, and writes 16 bytes about each from
 * there downwards; when both together fill a share of the ring, what is there becomes a spill, and
 * records go on from a new equator in what is left. This does the arithmetic and holds no bytes.
 *
 * <p>In Hadoop a spill is written by another thread, so that with a share of at most a half it
 * depends on that thread's speed where the next spill begins. Here each is written at once, which
 * is one of the orders that Hadoop may come to; with a greater share there is only this one. Used
 * by one thread.
 */
public final class SpillRing {

    /** What becomes of a record. */
    public enum Fate {
        /** It goes to the open spill. */
        JOINS(false, false),
        /** The open spill ends before it. */
        BEGINS_SPILL(true, false),
        /** It is too large for the ring, and a spill of its own; no other is open. */
        ALONE(false, true),
        /** The same, and the open spill ends before it. */
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

        /** Whether the record is a spill of its own. */
        public boolean alone() {
            return alone;
        }
    }

    private static final int META = 16;

    private final int size;
    private final int softLimit;

    /** Where the next record's metadata goes. */
    private int meta;

    /**
     * Where the metadata of the last spill ends, or the same as {@link #meta} if the ring is empty.
     */
    private int metaEnd;

    private int equator;

    /** Where the last spill's bytes begin and end. */
    private int spillStart;

    private int spillEnd;

    /** Where the last complete record ends. */
    private int mark;

    private int at;

    /** From here to the end the ring is void, as a key must not be cut in two. */
    private int voidFrom;

    /** Bytes that may be written before the limits have to be looked at again. */
    private int remaining;

    private long records;
    private long bytes;
    private boolean spilled;

    /** An empty ring. */
    public SpillRing(HadoopTerms terms) {
        size = terms.ringBytes();
        softLimit = (int) (size * terms.spillShare());
        remaining = softLimit;
        clear();
    }

    /** Adds a record and tells what becomes of it. */
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
     * Writes bytes of a record; false if there is no room for them even in an empty ring, which
     * then is one.
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

    /** Moves a key that was cut by the end of the ring to its start. */
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
