package io.millrace.apps.input;

import java.util.Arrays;
import java.util.Optional;

/** The inputs that can be generated. */
public enum InputKind {
    TEXT("text", "lines of words that repeat as words of real texts do (Zipf's law)") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return new ZipfText(bytes, seed);
        }
    },
    DOCUMENTS("documents", "a document in each line: name, tab, words") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / Documents.AVERAGE_BYTES, seed, new Documents(seed));
        }
    },
    POINTS("points", "a point in each line: three coordinates, from ten clouds") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / Points.AVERAGE_BYTES, seed, new Points(seed));
        }
    },
    WEB_GRAPH(
            "webgraph",
            "a page in each line: number, tab, rank, tab, pages linked to (popular ones more often)") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            long pages = WebGraph.pagesIn(bytes);
            return rows(pages, seed, new WebGraph(pages));
        }
    },
    USER_VISITS(
            "uservisits",
            "sourceIP|destURL|visitDate|adRevenue|userAgent|countryCode|languageCode|searchWord|duration") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / UserVisits.AVERAGE_BYTES, seed, new UserVisits(seed));
        }
    },
    RANKINGS("rankings", "pageURL|pageRank|avgDuration") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / Rankings.AVERAGE_BYTES, seed, new Rankings());
        }
    },
    TOPIC_DOCUMENTS(
            "topicdocuments",
            "a document in each line as a bag of numbered terms: name, tab, term:count...") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / TopicDocuments.AVERAGE_BYTES, seed, new TopicDocuments(seed));
        }
    },
    CANDIDATES("candidates", "five elements in each line, in order; many lines begin alike") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            long lists = bytes / Candidates.AVERAGE_BYTES;
            return rows(lists, seed, new Candidates(lists, seed));
        }
    };

    private final String word;
    private final String form;

    InputKind(String word, String form) {
        this.word = word;
        this.form = form;
    }

    /** The kind of this name. */
    public static Optional<InputKind> named(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /**
     * Lines of this kind. Where lines differ in length, {@code bytes} says how many there are, and
     * the size of the whole is about that.
     */
    public abstract GeneratedInput input(long bytes, long seed);

    /** The name on the command line. */
    public String word() {
        return word;
    }

    /** What a line looks like. */
    public String form() {
        return form;
    }

    private static GeneratedInput rows(long rows, long seed, Rows.RowWriter writer) {
        return new Rows(Math.max(1, rows), seed, writer);
    }
}
