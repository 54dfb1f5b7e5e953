package io.millrace.bench.decoders;

import io.millrace.records.text.DelimitedLines;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** The table UserVisits as an Avro file. */
final class AvroVisits {

    private static final Schema DATE =
            LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));

    static final Schema SCHEMA =
            SchemaBuilder.record("Visit")
                    .fields()
                    .requiredString("sourceIP")
                    .requiredString("destURL")
                    .name("visitDate")
                    .type(DATE)
                    .noDefault()
                    .requiredDouble("adRevenue")
                    .requiredString("userAgent")
                    .requiredString("countryCode")
                    .requiredString("languageCode")
                    .requiredString("searchWord")
                    .requiredInt("duration")
                    .endRecord();

    /** The reader's schema for two columns. */
    static final Schema TWO =
            SchemaBuilder.record("Visit")
                    .fields()
                    .requiredString("sourceIP")
                    .requiredDouble("adRevenue")
                    .endRecord();

    /** The positions of the texts. */
    static final List<Integer> TEXTS = List.of(0, 1, 4, 5, 6, 7);

    private AvroVisits() {}

    static void write(byte[] text, Path file) throws IOException {
        DelimitedRecord record = new DelimitedRecord(MutableDecoder.SCHEMA);
        DelimitedLines lines = new DelimitedLines(text, 0, text.length);
        try (DataFileWriter<GenericRecord> writer =
                new DataFileWriter<>(new GenericDatumWriter<>(SCHEMA))) {
            writer.create(SCHEMA, file.toFile());
            while (lines.next(record)) {
                GenericRecord visit = new GenericData.Record(SCHEMA);
                for (int column : TEXTS) {
                    visit.put(column, record.getText(column).toString());
                }
                visit.put("visitDate", record.getDate(2));
                visit.put("adRevenue", record.getDouble(3));
                visit.put("duration", record.getInt(8));
                writer.append(visit);
            }
        }
    }
}
