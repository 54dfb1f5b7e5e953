package io.millrace.bench.decoders;

import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
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
    TEXT,

    /** An Avro file without compression. */
    AVRO,

    /** Messages of Protocol Buffers in a file, with their lengths before them. */
    PROTO,

    /** A SequenceFile of Writables, without compression. */
    WRITABLE;

    /** An experiment for each number of columns, and a line for each reader that is missing. */
    public record Findings(List<Experiment> experiments, String missing) {
        public Findings {
            experiments = List.copyOf(experiments);
        }
    }

    /** Writes a table in another form. */
    private interface Writer {
        void write(byte[] text, Path file) throws IOException;
    }

    /** The format that the command calls {@code name}. */
    public static Optional<RecordFormat> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }

    /**
     * Measures all decoders of this form.
     *
     * @param visits UserVisits as text
     * @param rounds passes after the first
     * @throws MeasurementException if two decoders see different values
     */
    public Findings measure(Path visits, int rounds) throws Exception {
        return switch (this) {
            case TEXT -> text(visits, rounds);
            case AVRO ->
                    inFile(
                            List.of(new AvroDecoder(), new GenericDatumDecoder()),
                            AvroVisits::write,
                            visits,
                            rounds);
            case PROTO ->
                    inFile(
                            List.of(new ProtoDecoder(), new DynamicMessageDecoder()),
                            ProtoVisits::write,
                            visits,
                            rounds);
            case WRITABLE ->
                    inFile(
                            List.of(
                                    new WritableDecoder(),
                                    new ReadFieldsDecoder(false),
                                    new ReadFieldsDecoder(true)),
                            WritableVisits::write,
                            visits,
                            rounds);
        };
    }

    private static Findings text(Path visits, int rounds) throws Exception {
        VisitsText table = VisitsText.of(visits);
        List<Decoder<VisitsText>> all = new ArrayList<>(TextDecoding.inMemory());
        all.add(new KeyValueDecoder());
        List<Experiment> experiments = new ArrayList<>();
        try (PythonReaders others = PythonReaders.start(visits)) {
            for (Columns columns : Columns.values()) {
                List<Case> cases = Decoders.cases(all, table, columns);
                cases.addAll(others.cases(table, columns));
                experiments.add(Decoders.measured(columns, cases, rounds, table.bytes().length));
            }
            return new Findings(experiments, others.missing());
        }
    }

    /** Writes the table to a file of another form, and measures the decoders of that form. */
    private static Findings inFile(List<Decoder<Path>> all, Writer writer, Path visits, int rounds)
            throws Exception {
        Path directory = Files.createTempDirectory("millrace-decoders");
        Path file = directory.resolve("visits");
        try {
            writer.write(Files.readAllBytes(visits), file);
            List<Experiment> experiments = new ArrayList<>();
            for (Columns columns : Columns.values()) {
                List<Case> cases = Decoders.cases(all, file, columns);
                experiments.add(Decoders.measured(columns, cases, rounds, Files.size(file)));
            }
            return new Findings(experiments, "");
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }
}
