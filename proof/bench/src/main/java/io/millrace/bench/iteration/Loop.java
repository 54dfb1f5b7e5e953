package io.millrace.bench.iteration;

import io.millrace.apps.job.LoopTool;
import io.millrace.apps.kmeans.KMeans;
import io.millrace.apps.kmeans.KMeansLoop;
import io.millrace.apps.lda.TopicInference;
import io.millrace.apps.lda.TopicInferenceLoop;
import io.millrace.apps.pagerank.PageRankLoop;
import io.millrace.apps.regression.LogisticRegression;
import io.millrace.apps.scaling.Scaling;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The loops that are measured, with their inputs; none of them ends by itself. */
enum Loop {
    K_MEANS("kmeans", "kmeans", KMeans.CLUSTERS) {
        @Override
        LoopTool prepare(Path input, Configuration conf) throws IOException, InterruptedException {
            LoopInput.generated(InputKind.POINTS, 8 * MB, input);
            conf.setInt(KMeans.CLUSTERS, 10);
            conf.set(KMeans.TOLERANCE, NEVER);
            return new KMeansLoop();
        }
    },
    SCALING("mds", "mds", Scaling.POINTS) {
        @Override
        LoopTool prepare(Path input, Configuration conf) throws IOException {
            LoopInput.distances(600, input);
            conf.setInt(Scaling.POINTS, 600);
            conf.set(Scaling.TOLERANCE, NEVER);
            return new Scaling();
        }
    },
    PAGE_RANK("pagerank-out-links", "pagerank", PageRankLoop.PAGES) {
        @Override
        LoopTool prepare(Path input, Configuration conf) throws IOException, InterruptedException {
            return pageRank(input, conf);
        }
    },
    PAGE_RANK_IN("pagerank-in-links") {
        @Override
        LoopTool prepare(Path input, Configuration conf) throws IOException, InterruptedException {
            conf.set(PageRankLoop.FORM, "in-links");
            return pageRank(input, conf);
        }
    },
    LDA("lda") {
        @Override
        LoopTool prepare(Path input, Configuration conf) throws IOException, InterruptedException {
            LoopInput.generated(InputKind.TOPIC_DOCUMENTS, MB / 4, input);
            conf.setInt(TopicInference.TOPICS, 5);
            return new TopicInferenceLoop();
        }
    },
    REGRESSION("regression") {
        @Override
        LoopTool prepare(Path input, Configuration conf) throws IOException {
            LoopInput.classes(50_000, 10, input);
            conf.set(LogisticRegression.TOLERANCE, NEVER);
            return new LogisticRegression();
        }
    };

    private static final long MB = 1 << 20;

    /** A tolerance that nothing is within. */
    private static final String NEVER = "-1";

    private final String word;

    @SuppressWarnings("ImmutableEnumChecker") // of immutable values
    private final Optional<Map.Entry<String, String>> spark;

    Loop(String word) {
        this.word = word;
        spark = Optional.empty();
    }

    Loop(String word, String program, String key) {
        this.word = word;
        spark = Optional.of(Map.entry(program, key));
    }

    /** Name on the command line and in the table. */
    @Override
    public String toString() {
        return word;
    }

    /** The name of Spark's program for it, and the key of what that has to know of the input. */
    Optional<Map.Entry<String, String>> spark() {
        return spark;
    }

    /** Writes the input, and says in {@code conf} what the loop needs to know. */
    abstract LoopTool prepare(Path input, Configuration conf)
            throws IOException, InterruptedException;

    private static LoopTool pageRank(Path input, Configuration conf)
            throws IOException, InterruptedException {
        LoopInput.generated(InputKind.WEB_GRAPH, MB, input);
        conf.setLong(PageRankLoop.PAGES, LoopInput.lines(input));
        return new PageRankLoop();
    }
}
