package io.millrace.records.proto;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The fields of a message type that matter to the columns of a job; others are skipped. */
final class ProtoNode {

    /** Fields with smaller numbers are found by position. */
    private static final int SMALL = 256;

    private final @Nullable Field[] small;
    private final Field[] large;

    ProtoNode(Collection<Field> fields) {
        int most = 0;
        for (Field field : fields) {
            most = field.number < SMALL ? Math.max(most, field.number) : most;
        }
        small = new Field[most + 1];
        fields.stream()
                .filter(field -> field.number < SMALL)
                .forEach(field -> small[field.number] = field);
        large = fields.stream().filter(field -> field.number >= SMALL).toArray(Field[]::new);
    }

    /** The field with a number; null if it does not matter. */
    @Nullable Field field(int number) {
        if (number >= 0 && number < small.length) {
            return small[number];
        }
        for (Field field : large) {
            if (field.number == number) {
                return field;
            }
        }
        return null;
    }

    /**
     * A field.
     *
     * @param wireType the form of its values
     * @param packable whether several values may be in one
     * @param repeated whether it may have several values
     * @param symbols the allowed numbers, in ascending order; null if all are
     * @param column its column, or a negative number
     * @param message the fields of its message that matter; null if none do
     * @param below the columns of its message
     * @param cleared the columns of the other fields of its oneof
     * @param isItem whether the message that contains the field is in a list
     */
    record Field(
            int number,
            String name,
            int wireType,
            boolean packable,
            boolean repeated,
            int @Nullable [] symbols,
            int column,
            @Nullable ProtoNode message,
            int[] below,
            int[] cleared,
            boolean isItem) {}
}
