package io.millrace.formats.registry;

import java.util.List;

/**
 * A module's entries for classes of Hadoop or of a library, found as a service. All jobs share the
 * classes in the same place as the implementation, whatever else they have copies of. Each class
 * may be known to one provider only.
 */
public interface FormatProvider {

    /** Classes of keys and values. */
    default List<RecordEntry<?>> records() {
        return List.of();
    }

    /** Orders of keys, by key class and comparator. */
    default List<OrderEntry> orders() {
        return List.of();
    }

    /** Input formats. */
    default List<InputEntry> inputs() {
        return List.of();
    }

    /** Output formats. */
    default List<OutputEntry> outputs() {
        return List.of();
    }
}
