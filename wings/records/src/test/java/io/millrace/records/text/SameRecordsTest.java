package io.millrace.records.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.fuzz.Mutations;
import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random records, most of them valid, yield the same from the plain twin. */
@Tag("jdk")
class SameRecordsTest {

    private static final int SCHEMAS = Soak.cases(60, 6000);
    private static final int RECORDS = 100;

    private final Random random = Seeds.random("records");
    private int bad;
    private int nulls;
    private int values;

    @Test
    void eachFieldIsThatOfTheImmutableTwinInAnyOrder() {
        RandomText text = new RandomText(random);
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = text.schema();
            DelimitedRecord record = new DelimitedRecord(schema);
            for (int j = 0; j < RECORDS; j++) {
                byte[] line = text.record(schema);
                wrap(record, line);
                compare(record, new ImmutableRecord(schema, line), line);
            }
        }
        int few = SCHEMAS * RECORDS / 10;
        assertThat(bad).isGreaterThan(few);
        assertThat(nulls).isGreaterThan(few);
        assertThat(values).isGreaterThan(few);
    }

    @Test
    void eachFieldOfDamagedRecordsIsThatOfTheImmutableTwin() {
        RandomText text = new RandomText(random);
        Mutations mutations = new Mutations(random);
        for (int i = 0; i < SCHEMAS; i++) {
            Schema schema = text.schema();
            DelimitedRecord record = new DelimitedRecord(schema);
            for (int j = 0; j < RECORDS; j++) {
                byte[] line = mutations.of(text.record(schema));
                wrap(record, line);
                compare(record, new ImmutableRecord(schema, line), line);
            }
        }
        assertThat(bad).isGreaterThan(SCHEMAS * RECORDS / 10);
    }

    /** Puts delimiters and quotes around the record, which must not be seen. */
    private void wrap(DelimitedRecord record, byte[] line) {
        Schema schema = record.schema();
        byte[] around = new byte[line.length + random.nextInt(random.nextBoolean() ? 20 : 200)];
        for (int i = 0; i < around.length; i++) {
            around[i] = random.nextBoolean() ? schema.delimiter() : (byte) schema.quote();
        }
        int offset = random.nextInt(around.length - line.length + 1);
        System.arraycopy(line, 0, around, offset, line.length);
        record.wrap(around, offset, line.length);
    }

    private void compare(DelimitedRecord record, ImmutableRecord twin, byte[] line) {
        int columns = record.schema().columns().size();
        boolean accepted = true;
        for (int i = 0; i < columns; i++) {
            Column column = record.schema().columns().get(i);
            accepted &= column.bad() != BadField.SKIP || twin.value(i) != ImmutableRecord.BAD;
        }
        if (random.nextBoolean()) {
            assertThat(record.isAccepted()).as(() -> shown(record, line)).isEqualTo(accepted);
        }
        for (int i = random.nextInt(2 * columns); i >= 0; i--) {
            int column = random.nextInt(columns);
            compare(record, column, twin.value(column), line);
        }
        assertThat(record.isAccepted()).isEqualTo(accepted);
        assertThat(record.toString())
                .isEqualTo(new String(line, java.nio.charset.StandardCharsets.UTF_8));
    }

    private void compare(DelimitedRecord record, int index, Object expected, byte[] line) {
        Column column = record.schema().columns().get(index);
        Supplier<String> place = () -> shown(record, line) + " column " + index;
        if (expected == ImmutableRecord.NULL
                || (expected == ImmutableRecord.BAD && column.bad() == BadField.NULL)) {
            nulls++;
            assertThat(record.isNull(index)).as(place).isTrue();
            assertThatThrownBy(() -> get(record, index)).isInstanceOf(BadFieldException.class);
        } else if (expected == ImmutableRecord.BAD) {
            bad++;
            assertThatThrownBy(() -> get(record, index))
                    .as(place)
                    .isInstanceOf(BadFieldException.class);
        } else {
            values++;
            assertThat(record.isNull(index)).as(place).isFalse();
            assertThat(get(record, index)).as(place).isEqualTo(expected);
        }
    }

    private static Object get(DelimitedRecord record, int column) {
        ColumnType type = record.schema().columns().get(column).type();
        return switch (type) {
            case INT -> record.getInt(column);
            case LONG -> record.getLong(column);
            case DECIMAL -> record.getDecimal(column);
            case DOUBLE -> record.getDouble(column);
            case DATE -> java.time.LocalDate.ofEpochDay(record.getDate(column));
            case TIMESTAMP -> record.getTimestamp(column);
            case IP -> record.getIp(column);
            case TEXT -> {
                TextSlice text = record.getText(column);
                yield new String(text.bytes(), text.offset(), text.length(), ISO_8859_1);
            }
        };
    }

    private static String shown(DelimitedRecord record, byte[] line) {
        return "%s%n%s%n%s".formatted(record.schema(), new String(line, ISO_8859_1), Seeds.line());
    }
}
