package io.millrace.workloads.input;

import java.util.Arrays;
import java.util.Optional;

/** The inputs that can be generated. */
public enum InputKind {
    TEXT("text", "lines of words, with frequencies as in real text (Zipf's law)") {
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
            return rows(
                    bytes / UserVisits.AVERAGE_BYTES,
                    seed,
                    new UserVisits(seed, Sources.scattered(seed)));
        }
    },
    MANY_SOURCES("manysources", "as uservisits, from 2,500,000 sources in 2,000 networks") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(
                    bytes / UserVisits.AVERAGE_BYTES,
                    seed,
                    new UserVisits(seed, Sources.asInThePaper()));
        }
    },
    RANKINGS("rankings", "pageURL|pageRank|avgDuration") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / Rankings.AVERAGE_BYTES, seed, new Rankings());
        }
    },
    VISITS_AND_RANKINGS("visitsandrankings", "lines of manysources and, one in nine, of rankings") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(
                    bytes / VisitsAndRankings.AVERAGE_BYTES,
                    seed,
                    new VisitsAndRankings(new UserVisits(seed, Sources.asInThePaper())));
        }
    },
    PATTERN_RECORDS(
            "patternrecords", "key|field of 10 and 90 characters; one field in 10,000 has XYZ") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / PatternRecords.BYTES, seed, new PatternRecords());
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
    CANDIDATES(
            "candidates", "five elements in each line, in order; many lines have the same start") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            long lists = bytes / Candidates.AVERAGE_BYTES;
            return rows(lists, seed, new Candidates(lists, seed));
        }
    },
    HOST_PAGES("hostpages", "a page in each line: its host, tab, words") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / HostPages.AVERAGE_BYTES, seed, new HostPages(seed));
        }
    },
    OCCURRENCES(
            "occurrences", "a counted word of a document in each line: word:document, tab, count") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / Occurrences.AVERAGE_BYTES, seed, new Occurrences(seed));
        }
    },
    EDGES(
            "edges",
            "an edge in each line: page, tab, page that it links to (popular ones more often)") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            long edges = bytes / Edges.BYTES;
            return rows(edges, seed, new Edges(edges));
        }
    },
    MOVIES("movies", "a movie in each line: number, tab, rater:rating,rater:rating...") {
        @Override
        public GeneratedInput input(long bytes, long seed) {
            return rows(bytes / MovieRatings.AVERAGE_BYTES, seed, new MovieRatings());
        }
    };

    private final String word;
    private final String form;

    InputKind(String word, String form) {
        this.word = word;
        this.form = form;
    }

    /** The kind with this name. */
    public static Optional<InputKind> named(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /**
     * Lines of this kind. If lines differ in length, {@code bytes} determines their number, and the
     * total size is approximate.
     */
    public abstract GeneratedInput input(long bytes, long seed);

    /** The name on the command line. */
    public String word() {
        return word;
    }

    /** The form of a line. */
    public String form() {
        return form;
    }

    private static GeneratedInput rows(long rows, long seed, Rows.RowWriter writer) {
        return new Rows(Math.max(1, rows), seed, writer);
    }
}
