package io.millrace.engine.collect;

import io.millrace.engine.task.Cancellation;
import java.io.IOException;

/** A combine table for keys and values of any size. Not thread-safe. */
final class KeyTable {

    private final SlotTable table;
    private final EntryArena arena;
    private final EntryValues values;
    private int keyLength;

    KeyTable(SlotTable table, EntryArena arena, EntryValues values) {
        this.table = table;
        this.arena = arena;
        this.values = values;
    }

    /** Number of keys. */
    int size() {
        return table.size();
    }

    /**
     * Reads the slots where the first {@code count} keys with these codes may be.
     *
     * @param entries receives the entries found; has room for {@code count} numbers
     */
    int touch(int[] codes, int count, int[] entries) {
        table.references(codes, count, entries);
        return arena.touch(entries, count);
    }

    /** Adds a value, and its key if it is new; false, with nothing changed, if there is no room. */
    boolean add(
            int partition,
            int code,
            byte[] record,
            int keyAt,
            int length,
            int valueAt,
            int valueLength)
            throws IOException, InterruptedException {
        keyLength = length;
        int slot = find(code, partition, record, keyAt);
        long reference = table.referenceIf(slot, code);
        if (reference <= 0) {
            return insert(slot, code, partition, record, keyAt, valueAt, valueLength);
        }
        int entry = (int) reference;
        int after = values.add(entry, record, keyAt, valueAt, valueLength);
        if (after != entry) {
            table.put(slot, code, after);
        }
        return true;
    }

    /** The slot of this key, or the empty slot for it. */
    private int find(int code, int partition, byte[] record, int keyAt) {
        int slot = table.firstSlot(code);
        while (true) {
            long reference = table.referenceIf(slot, code);
            if (reference == 0
                    || (reference > 0
                            && arena.isKey((int) reference, partition, record, keyAt, keyLength))) {
                return slot;
            }
            slot = table.nextSlot(slot);
        }
    }

    private boolean insert(
            int slot,
            int code,
            int partition,
            byte[] record,
            int keyAt,
            int valueAt,
            int valueLength)
            throws IOException, InterruptedException {
        int slots = table.slots();
        if (!table.hasRoom()) {
            return false;
        }
        int entry = arena.add(partition, record, keyAt, keyLength, values.room(valueLength));
        if (entry == 0) {
            return false;
        }
        values.first(entry, record, valueAt, valueLength);
        boolean grown = table.slots() != slots;
        table.put(grown ? find(code, partition, record, keyAt) : slot, code, entry);
        return true;
    }

    /** Writes all entries to the chunks and removes them. */
    void empty() throws IOException, InterruptedException {
        Cancellation cancellation = Cancellation.here();
        EntryArena.Walk walk = arena.walk();
        for (int entry = walk.next(); entry != 0; entry = walk.next()) {
            cancellation.record();
            values.write(entry);
        }
        values.finish();
        table.clear();
        arena.clear();
    }

    /** Reports counts to the accumulator; used when the attempt failed. */
    void count() {
        values.finish();
    }

    void close() {
        table.close();
        arena.close();
    }
}
