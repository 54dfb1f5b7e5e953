package io.millrace.bench.decoders;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The table UserVisits as delimited text, in a file and in memory. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares tables
public record VisitsText(Path file, byte[] bytes) {

    public static VisitsText of(Path file) throws IOException {
        return new VisitsText(file, Files.readAllBytes(file));
    }

    /** The decoders that read it in memory. */
    static List<Decoder<VisitsText>> decoders() {
        return List.of(
                new MutableDecoder(),
                new ImmutableDecoder(),
                StringsDecoder.split(),
                StringsDecoder.fastCsv());
    }

    /** Decodes all records by the decoder with this title. Returns a digest of the values. */
    public long decode(String title, Columns columns) throws IOException {
        for (Decoder<VisitsText> each : decoders()) {
            if (each.title().equals(title)) {
                return columns.decode(each, this);
            }
        }
        throw new IllegalArgumentException("no decoder " + title);
    }
}
