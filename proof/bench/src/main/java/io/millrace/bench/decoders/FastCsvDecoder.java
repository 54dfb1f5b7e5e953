package io.millrace.bench.decoders;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;

/** The library FastCSV, and the JDK's parsers for the columns that are needed. */
final class FastCsvDecoder implements Decoder<VisitsText> {

    @Override
    public String title() {
        return "FastCSV";
    }

    @Override
    public long two(VisitsText table) throws IOException {
        Digest digest = new Digest();
        try (CsvReader<CsvRecord> records = reader(table)) {
            for (CsvRecord record : records) {
                Fields.two(record.getField(0), record.getField(3), digest);
            }
        }
        return digest.value();
    }

    @Override
    public long nine(VisitsText table) throws IOException {
        Digest digest = new Digest();
        try (CsvReader<CsvRecord> records = reader(table)) {
            for (CsvRecord record : records) {
                Fields.nine(record.getFields().toArray(String[]::new), digest);
            }
        }
        return digest.value();
    }

    private static CsvReader<CsvRecord> reader(VisitsText table) {
        return CsvReader.builder().fieldSeparator('|').ofCsvRecord(ImmutableDecoder.reader(table));
    }
}
