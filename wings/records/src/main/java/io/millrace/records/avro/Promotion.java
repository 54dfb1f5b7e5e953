package io.millrace.records.avro;

import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The types that values may have in a file and for a job, by Avro's schema resolution. */
final class Promotion {

    private Promotion() {}

    /**
     * Whether values of a type can be read as those of another. Avro's own reader does not compare
     * logical types, and takes milliseconds for microseconds if a job asks for these.
     */
    static boolean isAllowed(Schema stored, Schema read) {
        return sources(read.getType()).contains(stored.getType())
                && (read.getType() != Schema.Type.FIXED
                        || stored.getFixedSize() == read.getFixedSize())
                && isSame(stored.getLogicalType(), read.getLogicalType());
    }

    /** The types in files that can be read as a type. */
    private static Set<Schema.Type> sources(Schema.Type read) {
        return switch (read) {
            case LONG -> Set.of(Schema.Type.INT, Schema.Type.LONG);
            case FLOAT -> Set.of(Schema.Type.INT, Schema.Type.LONG, Schema.Type.FLOAT);
            case DOUBLE ->
                    Set.of(
                            Schema.Type.INT,
                            Schema.Type.LONG,
                            Schema.Type.FLOAT,
                            Schema.Type.DOUBLE);
            case STRING, BYTES -> Set.of(Schema.Type.STRING, Schema.Type.BYTES);
            default -> Set.of(read);
        };
    }

    private static boolean isSame(@Nullable LogicalType stored, @Nullable LogicalType read) {
        if (stored instanceof LogicalTypes.Decimal one
                && read instanceof LogicalTypes.Decimal two) {
            return one.getScale() == two.getScale();
        }
        return stored == null || read == null || stored.getName().equals(read.getName());
    }
}
