package io.millrace.workloads;

import java.util.Arrays;
import java.util.Optional;

/**
 * The benchmarks of MaRCO (MapReduce with Communication Overlap, Ahmad et al. 2007), in the order
 * of the paper's tables: which workload each is, its partial reducer, and whether its shuffle moves
 * about as much data as the job reads.
 */
public enum MarcoBenchmark {
    BINARY_SORT("binary-sort", Workload.TERA_SORT, Shuffle.HEAVY, Partial.IDENTITY),
    TERM_VECTOR(
            "term-vector", Workload.TERM_VECTOR, Shuffle.HEAVY, Partial.OURS + "TermVector$Lists"),
    INVERTED_INDEX(
            "inverted-index",
            Workload.RANKED_INDEX,
            Shuffle.HEAVY,
            Partial.OURS + "RankedIndex$Lists"),
    SELF_JOIN(
            "self-join", Workload.SELF_JOIN, Shuffle.HEAVY, "io.millrace.apps.join.SelfJoin$Lasts"),
    ADJACENCY_LIST(
            "adjacency-list",
            Workload.ADJACENCY_LIST,
            Shuffle.HEAVY,
            Partial.OURS + "AdjacencyList$Union"),
    K_MEANS("k-means", Workload.MOVIE_K_MEANS, Shuffle.HEAVY, Partial.OURS + "MovieKMeans$Sums"),
    WORD_COUNT(
            "word-count",
            Workload.WORD_COUNT,
            Shuffle.LIGHT,
            "org.apache.hadoop.examples.WordCount$IntSumReducer"),
    CLASSIFICATION("classification", Workload.CLASSIFICATION, Shuffle.LIGHT, Partial.IDENTITY),
    GREP("grep", Workload.GREP, Shuffle.LIGHT, Partial.IDENTITY),
    HISTOGRAM_MOVIES("histogram-movies", Workload.MOVIE_HISTOGRAM, Shuffle.LIGHT, Partial.INT_SUM),
    HISTOGRAM_RATINGS(
            "histogram-ratings", Workload.RATING_HISTOGRAM, Shuffle.LIGHT, Partial.INT_SUM);

    /**
     * The key by which a job names its partial reducer. Frameworks that do not know it ignore it.
     */
    public static final String PARTIAL_REDUCER_KEY = "millrace.partial.reduce.class";

    private enum Shuffle {
        HEAVY,
        LIGHT
    }

    /** Names, not classes: this list is shown without Hadoop and its examples. */
    private static final class Partial {

        static final String OURS = "io.millrace.apps.marco.";

        /** Hadoop's reducer emits what it is given. */
        static final String IDENTITY = "org.apache.hadoop.mapreduce.Reducer";

        static final String INT_SUM = "org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer";
    }

    private final String paperName;
    private final Workload workload;
    private final Shuffle shuffle;
    private final String partialReducer;

    MarcoBenchmark(String paperName, Workload workload, Shuffle shuffle, String partialReducer) {
        this.paperName = paperName;
        this.workload = workload;
        this.shuffle = shuffle;
        this.partialReducer = partialReducer;
    }

    /** The benchmark that a workload is. */
    public static Optional<MarcoBenchmark> of(Workload workload) {
        return Arrays.stream(values()).filter(each -> each.workload == workload).findFirst();
    }

    /** The name in the paper. */
    public String paperName() {
        return paperName;
    }

    public Workload workload() {
        return workload;
    }

    /** Whether the shuffle moves much data. In the paper, eager partial reduce pays for these. */
    public boolean shuffleHeavy() {
        return shuffle == Shuffle.HEAVY;
    }

    /** The class name of the partial reducer. */
    public String partialReducer() {
        return partialReducer;
    }

    /** The option that names the partial reducer, in the form of {@code -D}. */
    public String partialReducerSetting() {
        return PARTIAL_REDUCER_KEY + "=" + partialReducer;
    }
}
