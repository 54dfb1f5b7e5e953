package io.millrace.bench.floor;

import io.millrace.apps.index.InvertedIndex;
import io.millrace.apps.job.JobTool;
import io.millrace.apps.join.SelfJoin;
import io.millrace.apps.kmeans.KMeans;
import io.millrace.apps.lda.TopicInference;
import io.millrace.apps.marco.AdjacencyList;
import io.millrace.apps.marco.Classification;
import io.millrace.apps.marco.MovieHistogram;
import io.millrace.apps.marco.MovieKMeans;
import io.millrace.apps.marco.RankedIndex;
import io.millrace.apps.marco.RatingHistogram;
import io.millrace.apps.marco.TermVector;
import io.millrace.apps.pagerank.PageRank;
import io.millrace.apps.pavlo.RecordGrep;
import io.millrace.apps.pavlo.RevenueByPrefix;
import io.millrace.apps.pavlo.RevenueBySource;
import io.millrace.apps.pavlo.RevenueJoin;
import io.millrace.apps.pavlo.Selection;
import io.millrace.apps.synthetic.Synthetic;
import io.millrace.apps.words.BigramCount;
import io.millrace.apps.words.GroupByLength;
import io.millrace.apps.words.PlainWordCount;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.map.RegexMapper;

/** The first job of each workload, set up as its program would. */
final class WorkloadJobs {

    private final java.nio.file.Path examplesJar;

    /** Those of Hadoop's own are in its jar of examples. */
    WorkloadJobs(java.nio.file.Path examplesJar) {
        this.examplesJar = examplesJar;
    }

    /**
     * A job, ready to be submitted.
     *
     * @throws MeasurementException if the workload's job does not read lines
     */
    Job of(Workload workload, Configuration conf, Path input, Path output)
            throws IOException, MeasurementException {
        return switch (workload) {
            case WORD_COUNT ->
                    withMapper(
                            conf, example("org.apache.hadoop.examples.WordCount$TokenizerMapper"));
            case GREP -> {
                conf.set(RegexMapper.PATTERN, "ba[a-z]*");
                yield withMapper(conf, RegexMapper.class);
            }
            case TERA_SORT ->
                    throw new MeasurementException(
                            "terasort reads no lines; its mapper does nothing, and so its floor is 0");
            default -> program(workload).firstJob(conf, input, output);
        };
    }

    private static JobTool program(Workload workload) {
        return switch (workload) {
            case WORD_COUNT, GREP, TERA_SORT ->
                    throw new IllegalArgumentException(workload + " is one of Hadoop's examples");
            case PLAIN_WORD_COUNT -> new PlainWordCount();
            case BIGRAMS -> new BigramCount();
            case GROUP_BY -> new GroupByLength();
            case INVERTED_INDEX -> new InvertedIndex();
            case AGGREGATION -> new RevenueBySource();
            case SMALL_AGGREGATION -> new RevenueByPrefix();
            case SELECTION -> new Selection();
            case RECORD_GREP -> new RecordGrep();
            case JOIN -> new RevenueJoin();
            case SELF_JOIN -> new SelfJoin();
            case K_MEANS -> new KMeans();
            case PAGE_RANK -> new PageRank();
            case LDA -> new TopicInference();
            case TERM_VECTOR -> new TermVector();
            case RANKED_INDEX -> new RankedIndex();
            case ADJACENCY_LIST -> new AdjacencyList();
            case MOVIE_K_MEANS -> new MovieKMeans();
            case CLASSIFICATION -> new Classification();
            case MOVIE_HISTOGRAM -> new MovieHistogram();
            case RATING_HISTOGRAM -> new RatingHistogram();
            case SYNTHETIC -> new Synthetic();
        };
    }

    @SuppressWarnings("rawtypes") // as Hadoop's method has it
    private static Job withMapper(Configuration conf, Class<? extends Mapper> mapper)
            throws IOException {
        conf.setClassLoader(mapper.getClassLoader());
        Job job = Job.getInstance(conf);
        job.setMapperClass(mapper);
        return job;
    }

    /** Its loader stays open: what the class needs is loaded when it runs. */
    @SuppressWarnings("rawtypes")
    private Class<? extends Mapper> example(String name) throws IOException, MeasurementException {
        URL[] jar = {examplesJar.toUri().toURL()};
        try {
            return new URLClassLoader(jar, getClass().getClassLoader())
                    .loadClass(name)
                    .asSubclass(Mapper.class);
        } catch (ClassNotFoundException e) {
            throw new MeasurementException("there is no " + name + " in " + examplesJar, e);
        }
    }
}
