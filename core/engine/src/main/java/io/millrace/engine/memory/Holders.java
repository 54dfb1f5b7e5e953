package io.millrace.engine.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much of a budget is taken, and by whom. It knows only accounts that hold something, so it
 * need not learn when a job ends. Guarded by its budget's lock.
 */
final class Holders {

    private record Holder(MemoryUse use, @Nullable String owner) {}

    /** Each account is at index {@link MemoryAccount#place}. */
    private final List<MemoryAccount> holding = new ArrayList<>();

    private long heldBytes;
    private long peakBytes;

    long heldBytes() {
        return heldBytes;
    }

    long peakBytes() {
        return peakBytes;
    }

    void add(MemoryAccount account, long bytes) {
        if (account.heldBytes == 0 && bytes > 0) {
            account.place = holding.size();
            holding.add(account);
        }
        account.heldBytes += bytes;
        heldBytes += bytes;
        peakBytes = Math.max(peakBytes, heldBytes);
    }

    void subtract(MemoryAccount account, long bytes) {
        account.heldBytes -= bytes;
        heldBytes -= bytes;
        assert account.heldBytes >= 0 : account + " gave back more than it took";
        if (account.heldBytes == 0 && bytes > 0) {
            MemoryAccount last = holding.remove(holding.size() - 1);
            if (last != account) {
                last.place = account.place;
                holding.set(account.place, last);
            }
        }
    }

    /** Holdings, with accounts of the same use and owner added up, the largest first. */
    List<MemoryHolding> list() {
        Map<Holder, Long> sums = new HashMap<>();
        for (MemoryAccount account : holding) {
            sums.merge(new Holder(account.use(), account.owner()), account.heldBytes, Long::sum);
        }
        List<MemoryHolding> list = new ArrayList<>(sums.size());
        sums.forEach((holder, bytes) ->
                list.add(new MemoryHolding(holder.use(), holder.owner(), bytes)));
        list.sort(Comparator.comparingLong(MemoryHolding::bytes).reversed());
        return list;
    }
}
