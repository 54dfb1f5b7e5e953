package io.millrace.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The formats of output files, recognized by their first bytes. */
enum FileFormat {
    SEQUENCE_FILE("a SequenceFile", "SEQ", "SequenceRecords", ""),
    AVRO("an Avro file", "Obj\u0001", "AvroRecords", "org.apache.avro:avro"),
    PARQUET("a Parquet file", "PAR1", "ParquetRecords", "org.apache.parquet:parquet-hadoop"),
    ORC("an ORC file", "ORC", "OrcRecords", "org.apache.orc:orc-mapreduce"),
    /** All other files; the last of these, since every file begins with nothing. */
    TEXT("text", "", "TextRecords", "");

    private static final int LONGEST_MARK = 4;

    private final String title;
    private final String mark;
    private final String reader;
    private final String library;

    FileFormat(String title, String mark, String reader, String library) {
        this.title = title;
        this.mark = mark;
        this.reader = reader;
        this.library = library;
    }

    static FileFormat of(InputStream start) throws IOException {
        String first = new String(start.readNBytes(LONGEST_MARK), StandardCharsets.ISO_8859_1);
        for (FileFormat format : values()) {
            if (first.startsWith(format.mark)) {
                return format;
            }
        }
        throw new AssertionError("every file is at least text");
    }

    /** Noun with its article. */
    String title() {
        return title;
    }

    /** Name of the class in {@link FormatLoader#PACKAGE} that reads this format. */
    String reader() {
        return FormatLoader.PACKAGE + reader;
    }

    /** Maven coordinates, without version, of the library that reads this format. */
    String library() {
        return library;
    }
}
