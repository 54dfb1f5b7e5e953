package io.millrace.engine.memory;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The holders of a budget at one moment.
 *
 * @param heldBytes the sum of what the holders hold
 * @param holders the largest first
 */
public record MemoryHoldings(long maxBytes, long heldBytes, List<MemoryHolding> holders) {

    /** Holders that are named in the text; the others are added up. */
    private static final int NAMED = 4;

    public MemoryHoldings {
        holders = List.copyOf(holders);
    }

    /**
     * {@code record memory: 6.0 MB of 8.0 MB are taken, 5.5 MB by map output of grep, 0.5 MB by
     * merge buffers of grep}.
     */
    @Override
    public String toString() {
        String taken =
                "record memory: " + words(heldBytes) + " of " + words(maxBytes) + " are taken";
        if (holders.isEmpty()) {
            return taken;
        }
        // A single remaining holder is named: "1 others" would not be shorter.
        int named = holders.size() <= NAMED + 1 ? holders.size() : NAMED;
        List<MemoryHolding> rest = holders.subList(named, holders.size());
        long restBytes = rest.stream().mapToLong(MemoryHolding::bytes).sum();
        return taken
                + holders.subList(0, named).stream()
                        .map(MemoryHolding::toString)
                        .collect(Collectors.joining(", ", ", ", ""))
                + (rest.isEmpty()
                        ? ""
                        : ", " + words(restBytes) + " by " + rest.size() + " others");
    }

    static String words(long bytes) {
        return bytes < 1 << 10
                ? bytes + " bytes"
                : bytes < 1 << 20
                        ? String.format(Locale.ROOT, "%.1f KB", bytes / 0x1p10)
                        : String.format(Locale.ROOT, "%.1f MB", bytes / 0x1p20);
    }
}
