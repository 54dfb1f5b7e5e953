package io.millrace.bench.decoders;

import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.Word;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The forms of the table UserVisits whose decoders are measured: on the same bytes, on one thread,
 * alternating. The figures are of processor time, so that they are those of a core even if other
 * processes run.
 */
enum RecordFormat {
    /** Delimited text: in memory, and in a file for readers that need one. */
    TEXT,
    /** An Avro file without compression. */
    AVRO,
    /** Messages of Protocol Buffers in a file, with their lengths before them. */
    PROTO,
    /** A SequenceFile of Writables, without compression. */
    WRITABLE;

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /** An experiment for each number of columns, and a line for each reader that is missing. */
    record Findings(List<Experiment> experiments, String missing) {
        Findings {
            experiments = List.copyOf(experiments);
        }
    }

    /** Writes a table in another form. */
    private interface Writer {
        void write(byte[] text, Path file) throws IOException;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return Word.of(this);
    }

    /**
     * Measures all decoders of this form.
     *
     * @param visits UserVisits as text
     * @param rounds passes after the first
     * @throws MeasurementException if two decoders see different values
     */
    Findings measure(Path visits, int rounds) throws Exception {
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
        List<Decoder<VisitsText>> all = new ArrayList<>(VisitsText.decoders());
        all.add(StringsDecoder.keyValue());
        List<Experiment> experiments = new ArrayList<>();
        try (PythonReaders others = PythonReaders.start(visits)) {
            for (Columns columns : Columns.values()) {
                List<Case> cases = cases(all, table, columns);
                cases.addAll(others.cases(table, columns));
                experiments.add(measured(columns, cases, rounds, table.bytes().length));
            }
            return new Findings(experiments, others.missing());
        }
    }

    /** Writes the table to a file of another form, and measures the decoders of that form. */
    private static Findings inFile(List<Decoder<Path>> all, Writer writer, Path visits, int rounds)
            throws Exception {
        try (Scratch directory = Scratch.of("decoders")) {
            Path file = directory.path().resolve("visits");
            writer.write(Files.readAllBytes(visits), file);
            List<Experiment> experiments = new ArrayList<>();
            for (Columns columns : Columns.values()) {
                experiments.add(
                        measured(columns, cases(all, file, columns), rounds, Files.size(file)));
            }
            return new Findings(experiments, "");
        }
    }

    /** Rows of decoders in this process; their values are compared with those of the first. */
    private static <I> List<Case> cases(List<Decoder<I>> all, I table, Columns columns)
            throws IOException {
        long digest = columns.decode(all.get(0), table);
        List<Case> cases = new ArrayList<>();
        for (Decoder<I> each : all) {
            cases.add(new Case(each.title(), () -> processorTime(each, table, columns, digest)));
        }
        return cases;
    }

    private static <I> Figures processorTime(
            Decoder<I> decoder, I table, Columns columns, long digest)
            throws IOException, MeasurementException {
        long start = CLOCK.getCurrentThreadCpuTime();
        long found = columns.decode(decoder, table);
        double elapsed = (CLOCK.getCurrentThreadCpuTime() - start) / 1e9;
        if (found != digest) {
            throw new MeasurementException(decoder.title() + " decodes other values");
        }
        return Figures.of(Figures.SECONDS, elapsed);
    }

    private static Experiment measured(Columns columns, List<Case> cases, int rounds, long bytes)
            throws Exception {
        return new Rounds(columns.word(), 1, rounds).experiment(cases).with("bytes", bytes);
    }
}
