package io.millrace.bench.decoders;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.LocalDate;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * A library that gives fields as strings, and the JDK's parsers for the columns that are needed.
 */
record StringsDecoder(String title, Lines lines) implements Decoder<VisitsText> {

    private static final int ADDRESS_PARTS = 4;

    /** Separates the fields of all lines. */
    interface Lines {
        /** Gives the fields of each line, by their number. */
        void each(VisitsText table, Consumer<IntFunction<String>> use) throws IOException;
    }

    /** The JDK's split of each line. */
    static StringsDecoder split() {
        return new StringsDecoder(
                "split",
                (table, use) -> {
                    try (BufferedReader lines = ImmutableDecoder.reader(table)) {
                        for (String line = lines.readLine();
                                line != null;
                                line = lines.readLine()) {
                            String[] fields = line.split("\\|", -1);
                            use.accept(column -> fields[column]);
                        }
                    }
                });
    }

    /** The library FastCSV. */
    static StringsDecoder fastCsv() {
        return new StringsDecoder(
                "FastCSV",
                (table, use) -> {
                    try (CsvReader<CsvRecord> records =
                            CsvReader.builder()
                                    .fieldSeparator('|')
                                    .ofCsvRecord(ImmutableDecoder.reader(table))) {
                        for (CsvRecord record : records) {
                            use.accept(record::getField);
                        }
                    }
                });
    }

    /**
     * Hadoop's own reader of delimited text, which separates the first field of a line from the
     * others, and the JDK's split for these.
     */
    static StringsDecoder keyValue() {
        return new StringsDecoder("Hadoop, key and value", StringsDecoder::eachKeyAndValue);
    }

    private static void eachKeyAndValue(VisitsText table, Consumer<IntFunction<String>> use)
            throws IOException {
        Configuration conf = new Configuration();
        conf.set(KeyValueLineRecordReader.KEY_VALUE_SEPARATOR, "|");
        FileSplit all =
                new FileSplit(
                        new Path(table.file().toUri()), 0, table.bytes().length, new String[0]);
        try (KeyValueLineRecordReader lines = new KeyValueLineRecordReader(conf)) {
            lines.initialize(all, new TaskAttemptContextImpl(conf, new TaskAttemptID()));
            while (lines.nextKeyValue()) {
                String first = lines.getCurrentKey().toString();
                String[] others = lines.getCurrentValue().toString().split("\\|", -1);
                use.accept(column -> column == 0 ? first : others[column - 1]);
            }
        }
    }

    @Override
    public long two(VisitsText table) throws IOException {
        Digest digest = new Digest();
        lines.each(
                table,
                fields -> {
                    digest.whole(address(fields.apply(0)));
                    digest.real(Double.parseDouble(fields.apply(3)));
                });
        return digest.value();
    }

    @Override
    public long nine(VisitsText table) throws IOException {
        Digest digest = new Digest();
        lines.each(
                table,
                fields -> {
                    digest.whole(address(fields.apply(0)));
                    digest.text(fields.apply(1));
                    digest.whole(LocalDate.parse(fields.apply(2)).toEpochDay());
                    digest.real(Double.parseDouble(fields.apply(3)));
                    for (int column = 4; column < 8; column++) {
                        digest.text(fields.apply(column));
                    }
                    digest.whole(Integer.parseInt(fields.apply(8)));
                });
        return digest.value();
    }

    /** An IPv4 address as an int. */
    static int address(String text) {
        String[] parts = text.split("\\.", -1);
        int value = 0;
        for (int i = 0; i < ADDRESS_PARTS; i++) {
            value = value << Byte.SIZE | Integer.parseInt(parts[i]);
        }
        return value;
    }
}
