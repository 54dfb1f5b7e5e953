package io.millrace.workloads;

import static io.millrace.workloads.JobsJar.HADOOP_EXAMPLES;
import static io.millrace.workloads.JobsJar.MILLRACE_APPS;
import static io.millrace.workloads.Likeness.ANY_ORDER;
import static io.millrace.workloads.Likeness.EXACT;
import static io.millrace.workloads.Likeness.ROUNDED;

import io.millrace.workloads.input.InputKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A program with its input, ready to run and measure. */
public enum Workload {
    WORD_COUNT(
            "wordcount",
            "Counts each word of a text. Hadoop's own.",
            InputKind.TEXT,
            HADOOP_EXAMPLES,
            EXACT,
            "",
            "INPUT OUTPUT"),
    PLAIN_WORD_COUNT(
            "plainwordcount",
            "Counts each word of a text without a combiner: all of them are sorted and merged.",
            InputKind.TEXT,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    GREP(
            "grep",
            "Counts the matches of a regular expression, in two jobs. Hadoop's own.",
            InputKind.TEXT,
            HADOOP_EXAMPLES,
            ANY_ORDER,
            "",
            "INPUT OUTPUT ba[a-z]*"),
    TERA_SORT(
            "terasort",
            "Sorts records of 100 bytes, which Hadoop's own teragen writes. Hadoop's own.",
            null,
            HADOOP_EXAMPLES,
            EXACT,
            "",
            "INPUT OUTPUT"),
    BIGRAMS(
            "bigrams",
            "Counts each pair of words that follow each other in a line.",
            InputKind.TEXT,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    GROUP_BY(
            "groupby",
            "Groups the words of a text by their length, as in the paper by Daikoku et al.",
            InputKind.TEXT,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    INVERTED_INDEX(
            "invertedindex",
            "Lists for each word the documents that contain it, and how often.",
            InputKind.DOCUMENTS,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    AGGREGATION(
            "aggregation",
            "Sums adRevenue by sourceIP, as in the benchmark by Pavlo et al.",
            InputKind.USER_VISITS,
            MILLRACE_APPS,
            EXACT,
            "pavlo.reading=split",
            "INPUT OUTPUT"),
    SMALL_AGGREGATION(
            "smallaggregation",
            "Sums adRevenue by the first seven characters of sourceIP, as in the same benchmark.",
            InputKind.MANY_SOURCES,
            MILLRACE_APPS,
            EXACT,
            "pavlo.reading=split",
            "INPUT OUTPUT"),
    SELECTION(
            "selection",
            "Selects pages by their rank, as in the same benchmark.",
            InputKind.RANKINGS,
            MILLRACE_APPS,
            EXACT,
            "selection.rank=9806 pavlo.reading=split",
            "INPUT OUTPUT"),
    RECORD_GREP(
            "recordgrep",
            "Selects records that contain a text, as in the same benchmark.",
            InputKind.PATTERN_RECORDS,
            MILLRACE_APPS,
            EXACT,
            "recordgrep.pattern=XYZ pavlo.reading=split",
            "INPUT OUTPUT"),
    JOIN(
            "join",
            "Joins visits of some days with rankings, and finds the source with the greatest revenue,"
                    + " in three jobs, as in the same benchmark.",
            InputKind.VISITS_AND_RANKINGS,
            MILLRACE_APPS,
            ANY_ORDER,
            "join.from=2000-01-15 join.to=2000-01-22 pavlo.reading=split",
            "INPUT OUTPUT"),
    SELF_JOIN(
            "selfjoin",
            "Joins lists that agree in all but their last element, as in the MaRCO paper.",
            InputKind.CANDIDATES,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    K_MEANS(
            "kmeans",
            "Clusters points by Lloyd's algorithm, one job for each iteration.",
            InputKind.POINTS,
            MILLRACE_APPS,
            EXACT,
            "kmeans.clusters=10 kmeans.tolerance=0.001",
            "-iterations 1 INPUT OUTPUT"),
    PAGE_RANK(
            "pagerank",
            "Ranks pages by the links to them, one job for each iteration.",
            InputKind.WEB_GRAPH,
            MILLRACE_APPS,
            ROUNDED,
            "pagerank.damping=0.85",
            "-iterations 1 INPUT OUTPUT"),
    LDA(
            "lda",
            "Finds topics of documents (latent Dirichlet allocation by variational inference).",
            InputKind.TOPIC_DOCUMENTS,
            MILLRACE_APPS,
            ROUNDED,
            "lda.topics=20 lda.terms=10000 lda.alpha=0.1 lda.document.iterations=20 lda.seed=1",
            "-iterations 1 INPUT OUTPUT"),
    TERM_VECTOR(
            "termvector",
            "Lists the most frequent words of each host.",
            InputKind.HOST_PAGES,
            MILLRACE_APPS,
            EXACT,
            "termvector.minimum=10",
            "INPUT OUTPUT"),
    RANKED_INDEX(
            "rankedindex",
            "Lists for each word the documents that contain it, those with the most occurrences first.",
            InputKind.OCCURRENCES,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    ADJACENCY_LIST(
            "adjacencylist",
            "Lists for each page the pages that link to it and those that it links to.",
            InputKind.EDGES,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    MOVIE_K_MEANS(
            "moviekmeans",
            "Clusters movies by the angles between their ratings, one job for each iteration.",
            InputKind.MOVIES,
            MILLRACE_APPS,
            EXACT,
            "movies.clusters=6",
            "-iterations 1 INPUT OUTPUT"),
    CLASSIFICATION(
            "classification",
            "Assigns each movie to the most similar of some movies.",
            InputKind.MOVIES,
            MILLRACE_APPS,
            ANY_ORDER,
            "movies.clusters=6",
            "INPUT OUTPUT"),
    MOVIE_HISTOGRAM(
            "moviehistogram",
            "Counts movies by their average rating.",
            InputKind.MOVIES,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    RATING_HISTOGRAM(
            "ratinghistogram",
            "Counts the ratings of all movies by their value.",
            InputKind.MOVIES,
            MILLRACE_APPS,
            EXACT,
            "",
            "INPUT OUTPUT"),
    SYNTHETIC(
            "synthetic",
            "A job whose shape is set by parameters, as in the Hone paper.",
            InputKind.TEXT,
            MILLRACE_APPS,
            EXACT,
            "synthetic.emit=one-to-one synthetic.psi=0.1 synthetic.lambda=10 synthetic.keys=uniform"
                    + " synthetic.zipf.skew=10 synthetic.alpha=0.7 synthetic.payload=3 synthetic.cpu=2"
                    + " synthetic.seed=1",
            "INPUT OUTPUT");

    private final String word;
    private final String sentence;
    private final @Nullable InputKind input;
    private final JobsJar jar;
    private final Likeness likeness;
    private final String settings;
    private final String arguments;

    Workload(
            String word,
            String sentence,
            @Nullable InputKind input,
            JobsJar jar,
            Likeness likeness,
            String settings,
            String arguments) {
        this.word = word;
        this.sentence = sentence;
        this.input = input;
        this.jar = jar;
        this.likeness = likeness;
        this.settings = settings;
        this.arguments = arguments;
    }

    /** The workload with this name. */
    public static Optional<Workload> named(String word) {
        return Arrays.stream(values()).filter(workload -> workload.word.equals(word)).findFirst();
    }

    /** The name on the command line and in the program's jar. */
    public String word() {
        return word;
    }

    /** The description. */
    public String sentence() {
        return sentence;
    }

    /** The input; empty if one of Hadoop's jobs writes it. */
    public Optional<InputKind> input() {
        return Optional.ofNullable(input);
    }

    public JobsJar jar() {
        return jar;
    }

    /** How similar its outputs are, in any framework. */
    public Likeness likeness() {
        return likeness;
    }

    /** Its own keys with their defaults, in the form of {@code -D}. */
    public List<String> settings() {
        return settings.isEmpty() ? List.of() : List.of(settings.split(" ", -1));
    }

    /** The arguments after the jar. Options are those of all Hadoop programs. */
    public List<String> command(List<String> options, String from, String to) {
        List<String> command = new ArrayList<>();
        command.add(word);
        command.addAll(options);
        for (String argument : arguments.split(" ", -1)) {
            command.add(
                    switch (argument) {
                        case "INPUT" -> from;
                        case "OUTPUT" -> to;
                        default -> argument;
                    });
        }
        return command;
    }
}
