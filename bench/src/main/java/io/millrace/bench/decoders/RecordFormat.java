package io.millrace.bench.decoders;

import io.millrace.bench.job.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The forms of the table UserVisits whose decoders are measured. */
public enum RecordFormat {
    /** Delimited text, in memory. */
    TEXT {
        @Override
        public String table(byte[] text, int rounds) throws BenchException {
            List<Decoder<byte[]>> all =
                    List.of(
                            new MutableDecoder(),
                            new ImmutableDecoder(),
                            new SplitDecoder(),
                            new FastCsvDecoder());
            return new Decoders<>(all, text, text.length, rounds).table();
        }
    },
    /** An Avro file without compression. */
    AVRO {
        @Override
        public String table(byte[] text, int rounds) throws BenchException, IOException {
            return fileTable(
                    List.of(new AvroDecoder(), new GenericDatumDecoder()),
                    AvroVisits::write,
                    text,
                    rounds);
        }
    },
    /** Messages of Protocol Buffers in a file, with their lengths before them. */
    PROTO {
        @Override
        public String table(byte[] text, int rounds) throws BenchException, IOException {
            return fileTable(
                    List.of(new ProtoDecoder(), new DynamicMessageDecoder()),
                    ProtoVisits::write,
                    text,
                    rounds);
        }
    },
    /** A SequenceFile of Writables, without compression. */
    WRITABLE {
        @Override
        public String table(byte[] text, int rounds) throws BenchException, IOException {
            return fileTable(
                    List.of(
                            new WritableDecoder(),
                            new ReadFieldsDecoder(false),
                            new ReadFieldsDecoder(true)),
                    WritableVisits::write,
                    text,
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
     * @param text UserVisits
     * @param rounds passes after the first
     * @throws BenchException if two decoders see different values
     */
    public abstract String table(byte[] text, int rounds) throws BenchException, IOException;

    /** Writes the table to a file, and measures the decoders of that form. */
    static String fileTable(List<Decoder<Path>> all, Writer writer, byte[] text, int rounds)
            throws BenchException, IOException {
        Path directory = Files.createTempDirectory("millrace-decoders");
        Path file = directory.resolve("visits");
        try {
            writer.write(text, file);
            return new Decoders<>(all, file, Files.size(file), rounds).table();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }
}
