package io.millrace.cluster.order;

import io.millrace.engine.record.FingerprintOrder;
import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.OrderEntry;
import java.util.List;

/** Gives the engine the order of fingerprints, so that it computes one hash for each record. */
public final class FingerprintOrders implements FormatProvider {

    @Override
    public List<OrderEntry> orders() {
        return FingerprintJobs.KEYS.stream()
                .map(keys ->
                        new OrderEntry(
                                keys, FingerprintComparator.class, FingerprintOrder.INSTANCE))
                .toList();
    }
}
