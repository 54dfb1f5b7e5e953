package io.millrace.records.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.records.schema.BadField;
import io.millrace.records.schema.Column;
import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.LineBreaks;
import io.millrace.records.schema.Schema;
import io.millrace.records.schema.SchemaBuilder;
import java.util.Locale;
import java.util.Random;

/** Random schemas, and records that mostly fit them. */
public final class RandomText {

    private static final String DELIMITERS = "|,\t;\u0001 \u00fe";
    private static final String MUTATIONS = "0123456789+-.eE:TZ |,\t;\u0001\"'\\N\u00fe\u0000 a";
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "+7",
        "2147483647",
        "-2147483648",
        "2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "99999999999999999999",
        "000123",
        "18446744073709551616",
        "-",
        "+",
        "",
        "1.",
        ".5",
        ".",
        "-.5",
        "1e5",
        "NaN",
        "Infinity",
        "0x1p3",
        "1d",
        " 1",
        "1 ",
        "4.9e-324",
        "1.7976931348623157e308",
        "2.2250738585072011e-308",
        "9007199254740993",
        "0.1",
        "123456.78",
        "99999999.99",
        "100000000",
        "-0.00"
    };
    private static final String[] TIMES = {
        "2000-02-29",
        "1900-02-29",
        "2100-02-29",
        "2023-04-31",
        "0000-01-01",
        "9999-12-31",
        "2024-13-01",
        "2024-00-10",
        "2024-1-1",
        "2024-12-31 23:59:59.999999",
        "2024-12-31 24:00:00",
        "1969-12-31T23:59:59Z",
        "2024-06-30 23:59:60",
        "2024-06-30 12:00",
        "2024-06-30 12:00:00.",
        "2024-06-30 12:00:00.1234567",
        "2024-06-30 12:00:00.5Z"
    };

    private final Random random;

    public RandomText(Random random) {
        this.random = random;
    }

    public Schema schema() {
        char delimiter = DELIMITERS.charAt(random.nextInt(DELIMITERS.length()));
        SchemaBuilder builder = Schema.builder().delimiter(delimiter);
        if (random.nextBoolean()) {
            builder.quote(random.nextBoolean() ? '"' : '\'');
            builder.lineBreaks(LineBreaks.END_RECORDS); // quotes may be missing
        }
        builder.nullText(random.nextBoolean() ? "" : "\\N");
        int count = 1 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            ColumnType type = ColumnType.values()[random.nextInt(ColumnType.values().length)];
            boolean decimal = type == ColumnType.DECIMAL;
            int precision = decimal ? 1 + random.nextInt(Column.MAX_PRECISION) : 0;
            int scale = decimal ? random.nextInt(precision + 1) : 0;
            BadField bad = BadField.values()[random.nextInt(BadField.values().length)];
            builder.column(new Column("c" + i, type, precision, scale, random.nextBoolean(), bad));
        }
        return builder.build();
    }

    public byte[] record(Schema schema) {
        StringBuilder line = new StringBuilder();
        int fields = schema.columns().size() + (random.nextInt(4) == 0 ? random.nextInt(5) - 2 : 0);
        for (int i = 0; i < fields; i++) {
            if (i > 0) {
                line.append((char) (schema.delimiter() & 0xff));
            }
            ColumnType type =
                    i < schema.columns().size() && random.nextInt(10) > 0
                            ? schema.columns().get(i).type()
                            : ColumnType.TEXT;
            line.append(field(type, schema));
        }
        if (random.nextInt(3) == 0) {
            mutate(line);
        }
        return line.toString().getBytes(ISO_8859_1);
    }

    private String field(ColumnType type, Schema schema) {
        if (random.nextInt(8) == 0) {
            return ISO_8859_1.decode(schema.nullText()).toString();
        }
        String value = value(type);
        if (schema.quote() == Schema.NO_QUOTE || random.nextInt(4) > 0) {
            return value;
        }
        String quote = String.valueOf((char) schema.quote());
        String odd = random.nextInt(3) == 0 ? quote + (char) (schema.delimiter() & 0xff) : "";
        return quote + (value + odd).replace(quote, quote + quote) + quote;
    }

    private String value(ColumnType type) {
        boolean edge = random.nextInt(3) == 0;
        return switch (type) {
            case INT ->
                    edge ? pick(NUMBERS) : String.valueOf(random.nextInt() >> random.nextInt(32));
            case LONG ->
                    edge ? pick(NUMBERS) : String.valueOf(random.nextLong() >> random.nextInt(64));
            case DECIMAL ->
                    edge
                            ? pick(NUMBERS)
                            : String.format(
                                    Locale.ROOT,
                                    "%." + random.nextInt(6) + "f",
                                    random.nextGaussian() * Math.pow(10, random.nextInt(8)));
            case DOUBLE ->
                    edge
                            ? pick(NUMBERS)
                            : random.nextBoolean()
                                    ? String.valueOf(Double.longBitsToDouble(random.nextLong()))
                                    : String.valueOf(random.nextInt(1_000_000) / 100.0);
            case DATE -> edge ? pick(TIMES) : day();
            case TIMESTAMP ->
                    edge ? pick(TIMES) : day() + (random.nextBoolean() ? " " : "T") + time();
            case IP -> number(300) + "." + number(256) + "." + number(256) + "." + number(256);
            case TEXT -> text();
        };
    }

    private String day() {
        return String.format(
                Locale.ROOT, "%04d-%02d-%02d", number(10_000), 1 + number(12), 1 + number(31));
    }

    private String time() {
        String time =
                String.format(Locale.ROOT, "%02d:%02d:%02d", number(24), number(60), number(60));
        String decimals = random.nextBoolean() ? "" : "." + number(1_000_000);
        return time + decimals + (random.nextBoolean() ? "Z" : "");
    }

    private int number(int limit) {
        return random.nextInt(limit);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(random.nextInt(4) == 0 ? 60 : 12);
        for (int i = 0; i < length; i++) {
            text.append((char) (random.nextInt(20) == 0 ? random.nextInt(256) : 'a' + number(26)));
        }
        return text.toString().replace('\n', 'n').replace('\r', 'r');
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }

    private void mutate(StringBuilder line) {
        for (int i = random.nextInt(4); i > 0 && line.length() > 0; i--) {
            int at = random.nextInt(line.length());
            char other = MUTATIONS.charAt(random.nextInt(MUTATIONS.length()));
            switch (random.nextInt(3)) {
                case 0 -> line.setCharAt(at, other);
                case 1 -> line.insert(at, other);
                default -> line.deleteCharAt(at);
            }
        }
    }
}
