package io.millrace.bench.decoders;

import io.millrace.records.schema.ColumnType;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedLines;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;

/** The decoder of the module records: one object for all records, none for fields. */
final class MutableDecoder implements Decoder<VisitsText> {

    /** The table UserVisits. */
    static final Schema SCHEMA =
            Schema.builder()
                    .column("sourceIP", ColumnType.IP)
                    .column("destURL", ColumnType.TEXT)
                    .column("visitDate", ColumnType.DATE)
                    .column("adRevenue", ColumnType.DOUBLE)
                    .column("userAgent", ColumnType.TEXT)
                    .column("countryCode", ColumnType.TEXT)
                    .column("languageCode", ColumnType.TEXT)
                    .column("searchWord", ColumnType.TEXT)
                    .column("duration", ColumnType.INT)
                    .build();

    @Override
    public String title() {
        return "mutable";
    }

    @Override
    public long two(VisitsText table) {
        DelimitedRecord record = new DelimitedRecord(SCHEMA);
        DelimitedLines lines = new DelimitedLines(table.bytes(), 0, table.bytes().length);
        Digest digest = new Digest();
        while (lines.next(record)) {
            digest.whole(record.getIp(0));
            digest.real(record.getDouble(3));
        }
        return digest.value();
    }

    @Override
    public long nine(VisitsText table) {
        DelimitedRecord record = new DelimitedRecord(SCHEMA);
        DelimitedLines lines = new DelimitedLines(table.bytes(), 0, table.bytes().length);
        Digest digest = new Digest();
        while (lines.next(record)) {
            digest.whole(record.getIp(0));
            text(record, 1, digest);
            digest.whole(record.getDate(2));
            digest.real(record.getDouble(3));
            for (int column = 4; column < 8; column++) {
                text(record, column, digest);
            }
            digest.whole(record.getInt(8));
        }
        return digest.value();
    }

    private static void text(DelimitedRecord record, int column, Digest digest) {
        TextSlice slice = record.getText(column);
        digest.text(slice.bytes(), slice.offset(), slice.length());
    }
}
