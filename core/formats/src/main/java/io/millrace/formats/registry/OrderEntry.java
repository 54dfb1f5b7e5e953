package io.millrace.formats.registry;

import io.millrace.engine.record.KeyOrder;

/**
 * An order with sort prefix that agrees with a comparator on all keys that their class writes.
 *
 * @param keyClass exactly the class of the keys
 * @param comparator exactly the class of the comparator
 * @param order stateless, because all threads share it
 */
public record OrderEntry(Class<?> keyClass, Class<?> comparator, KeyOrder order) {

    public boolean fits(Class<?> keys, Class<?> ofComparator) {
        return keys == keyClass && ofComparator == comparator;
    }
}
