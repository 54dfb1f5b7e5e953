package io.millrace.bench.decoders;

import io.millrace.bench.frame.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The forms of the table UserVisits whose decoders are measured. */
public enum RecordFormat {
    /** Delimited text: in memory, and in a file for readers that need one. */
    TEXT {
        @Override
        public String table(Path visits, int rounds)
                throws BenchException, IOException, InterruptedException {
            VisitsText table = VisitsText.of(visits);
            List<Decoder<VisitsText>> all = new ArrayList<>(TextDecoding.inMemory());
            all.add(new KeyValueDecoder());
            Decoders decoders = new Decoders(table.bytes().length, rounds);
            StringBuilder rows = new StringBuilder();
            try (PythonReaders others = PythonReaders.start(visits)) {
                for (Columns columns : Columns.values()) {
                    List<Decoders.Reading> readings = Decoders.readings(all, table, columns);
                    readings.addAll(others.readings(table, columns));
                    rows.append(decoders.rows(columns, readings));
                }
                return rows.append(others.missing()).toString();
            }
        }
    },
    /** An Avro file without compression. */
    AVRO {
        @Override
        public String table(Path visits, int rounds) throws BenchException, IOException {
            return fileTable(
                    List.of(new AvroDecoder(), new GenericDatumDecoder()),
                    AvroVisits::write,
                    visits,
                    rounds);
        }
    },
    /** Messages of Protocol Buffers in a file, with their lengths before them. */
    PROTO {
        @Override
        public String table(Path visits, int rounds) throws BenchException, IOException {
            return fileTable(
                    List.of(new ProtoDecoder(), new DynamicMessageDecoder()),
                    ProtoVisits::write,
                    visits,
                    rounds);
        }
    },
    /** A SequenceFile of Writables, without compression. */
    WRITABLE {
        @Override
        public String table(Path visits, int rounds) throws BenchException, IOException {
            return fileTable(
                    List.of(
                            new WritableDecoder(),
                            new ReadFieldsDecoder(false),
                            new ReadFieldsDecoder(true)),
                    WritableVisits::write,
                    visits,
                    rounds);
        }
    };

    /** Writes a table in another form. */
    interface Writer {
        void write(byte[] text, Path file) throws IOException;
    }

    /** The format that the command calls {@code name}. */
    public static Optional<RecordFormat> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }

    /**
     * A table of throughputs.
     *
     * @param visits UserVisits as text
     * @param rounds passes after the first
     * @throws BenchException if two decoders see different values
     */
    public abstract String table(Path visits, int rounds)
            throws BenchException, IOException, InterruptedException;

    /** Writes the table to a file of another form, and measures the decoders of that form. */
    static String fileTable(List<Decoder<Path>> all, Writer writer, Path visits, int rounds)
            throws BenchException, IOException {
        Path directory = Files.createTempDirectory("millrace-decoders");
        Path file = directory.resolve("visits");
        try {
            writer.write(Files.readAllBytes(visits), file);
            Decoders decoders = new Decoders(Files.size(file), rounds);
            StringBuilder rows = new StringBuilder();
            for (Columns columns : Columns.values()) {
                rows.append(decoders.rows(columns, Decoders.readings(all, file, columns)));
            }
            return rows.toString();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }
}
