package io.millrace.bench.decoders;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A decoder of UserVisits in memory, and the columns that it decodes. */
public final class TextDecoding {

    private final Decoder<VisitsText> decoder;
    private final VisitsText table;
    private final Columns columns;

    private TextDecoding(Decoder<VisitsText> decoder, VisitsText table, Columns columns) {
        this.decoder = decoder;
        this.table = table;
        this.columns = columns;
    }

    /**
     * A decoder by its title.
     *
     * @param visits the file with the table
     */
    public static TextDecoding of(String title, Path visits, Columns columns) throws IOException {
        Decoder<VisitsText> decoder =
                inMemory().stream()
                        .filter(each -> each.title().equals(title))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no decoder " + title));
        return new TextDecoding(decoder, VisitsText.of(visits), columns);
    }

    static List<Decoder<VisitsText>> inMemory() {
        return List.of(
                new MutableDecoder(),
                new ImmutableDecoder(),
                new SplitDecoder(),
                new FastCsvDecoder());
    }

    /** Decodes all records. Returns a digest of the values. */
    public long run() throws IOException {
        return columns.decode(decoder, table);
    }
}
