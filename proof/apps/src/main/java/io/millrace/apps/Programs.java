package io.millrace.apps;

import io.millrace.apps.index.InvertedIndex;
import io.millrace.apps.join.SelfJoin;
import io.millrace.apps.kmeans.KMeans;
import io.millrace.apps.kmeans.KMeansLoop;
import io.millrace.apps.lda.TopicInference;
import io.millrace.apps.lda.TopicInferenceLoop;
import io.millrace.apps.marco.AdjacencyList;
import io.millrace.apps.marco.Classification;
import io.millrace.apps.marco.MovieHistogram;
import io.millrace.apps.marco.MovieKMeans;
import io.millrace.apps.marco.RankedIndex;
import io.millrace.apps.marco.RatingHistogram;
import io.millrace.apps.marco.TermVector;
import io.millrace.apps.pagerank.PageRank;
import io.millrace.apps.pagerank.PageRankLoop;
import io.millrace.apps.pavlo.RecordGrep;
import io.millrace.apps.pavlo.RevenueByPrefix;
import io.millrace.apps.pavlo.RevenueBySource;
import io.millrace.apps.pavlo.RevenueJoin;
import io.millrace.apps.pavlo.Selection;
import io.millrace.apps.regression.LogisticRegression;
import io.millrace.apps.scaling.Scaling;
import io.millrace.apps.synthetic.Synthetic;
import io.millrace.apps.words.BigramCount;
import io.millrace.apps.words.GroupByLength;
import io.millrace.apps.words.PlainWordCount;
import io.millrace.apps.words.WordCountLoop;
import org.apache.hadoop.util.ProgramDriver;

/** The jar's main class: runs the program that the first argument names. */
public final class Programs {

    private Programs() {}

    /** A driver with all programs of the jar. */
    public static ProgramDriver driver() throws Throwable {
        ProgramDriver programs = new ProgramDriver();
        programs.addClass("adjacencylist", AdjacencyList.class, "Lists the links of each page.");
        programs.addClass("aggregation", RevenueBySource.class, "Sums adRevenue by sourceIP.");
        programs.addClass("bigrams", BigramCount.class, "Counts words that follow each other.");
        programs.addClass("classification", Classification.class, "Assigns movies to clusters.");
        programs.addClass("groupby", GroupByLength.class, "Groups words by their length.");
        programs.addClass("invertedindex", InvertedIndex.class, "Lists documents by word.");
        programs.addClass("join", RevenueJoin.class, "Joins visits and rankings.");
        programs.addClass("kmeans", KMeans.class, "Clusters points by Lloyd's algorithm.");
        programs.addClass("kmeans-loop", KMeansLoop.class, "The same in one loop.");
        programs.addClass("lda", TopicInference.class, "Finds topics of documents.");
        programs.addClass("lda-loop", TopicInferenceLoop.class, "The same in one loop.");
        programs.addClass("mds-loop", Scaling.class, "Lays out points by their distances.");
        programs.addClass(
                "moviehistogram", MovieHistogram.class, "Counts movies by average rating.");
        programs.addClass("moviekmeans", MovieKMeans.class, "Clusters movies by their ratings.");
        programs.addClass("pagerank", PageRank.class, "Ranks pages by the links to them.");
        programs.addClass("pagerank-loop", PageRankLoop.class, "The same in one loop.");
        programs.addClass(
                "plainwordcount", PlainWordCount.class, "Counts words without a combiner.");
        programs.addClass("rankedindex", RankedIndex.class, "Lists documents by word and count.");
        programs.addClass("ratinghistogram", RatingHistogram.class, "Counts ratings by value.");
        programs.addClass("recordgrep", RecordGrep.class, "Selects records by a text.");
        programs.addClass("regression-loop", LogisticRegression.class, "Separates two classes.");
        programs.addClass("selection", Selection.class, "Selects pages by their rank.");
        programs.addClass("selfjoin", SelfJoin.class, "Joins lists with the same start.");
        programs.addClass("smallaggregation", RevenueByPrefix.class, "Sums adRevenue by network.");
        programs.addClass("synthetic", Synthetic.class, "A job whose shape is set by parameters.");
        programs.addClass("termvector", TermVector.class, "Lists frequent words by host.");
        programs.addClass("wordcount-loop", WordCountLoop.class, "Counts words in each iteration.");
        return programs;
    }

    public static void main(String[] arguments) throws Throwable {
        System.exit(driver().run(arguments));
    }
}
