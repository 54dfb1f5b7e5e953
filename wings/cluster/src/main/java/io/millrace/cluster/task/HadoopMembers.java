package io.millrace.cluster.task;

import io.millrace.hadoop.client.HadoopProbe;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.util.VersionInfo;

/** The members of Hadoop that a plug-in uses and that are not public API. */
public enum HadoopMembers {
    /** Those of the map side. */
    MAP_SIDE(
            "org.apache.hadoop.mapred.MapOutputCollector$Context getMapTask",
            "org.apache.hadoop.mapred.MapOutputCollector$Context getReporter",
            "org.apache.hadoop.mapred.MapTask getSortPhase",
            "org.apache.hadoop.mapred.Task getMapOutputFile",
            "org.apache.hadoop.mapred.MapOutputFile getOutputFileForWrite long",
            "org.apache.hadoop.mapred.MapOutputFile getOutputIndexFileForWrite long",
            "org.apache.hadoop.mapred.IFile$Writer <init> Configuration FSDataOutputStream Class Class CompressionCodec Counter",
            "org.apache.hadoop.mapred.IFile$Writer getOutputStream",
            "org.apache.hadoop.mapred.IFile$Writer updateCountersForExternalAppend long",
            "org.apache.hadoop.mapred.IFile$Writer getCompressedLength",
            "org.apache.hadoop.mapred.SpillRecord <init> int",
            "org.apache.hadoop.mapred.SpillRecord putIndex IndexRecord int",
            "org.apache.hadoop.mapred.SpillRecord writeToFile Path JobConf",
            "org.apache.hadoop.mapred.IndexRecord <init> long long long",
            "org.apache.hadoop.mapreduce.CryptoUtils cryptoPadding Configuration",
            "org.apache.hadoop.mapreduce.security.IntermediateEncryptedStream wrapIfNecessary Configuration FSDataOutputStream boolean Path"),

    /** Those of the reduce side. */
    REDUCE_SIDE(
            "org.apache.hadoop.mapreduce.task.reduce.Shuffle createMergeManager Context",
            "org.apache.hadoop.mapreduce.task.reduce.Shuffle reportException Throwable",
            "org.apache.hadoop.mapreduce.task.reduce.MergeManager waitForResource",
            "org.apache.hadoop.mapreduce.task.reduce.MergeManager reserve TaskAttemptID long int",
            "org.apache.hadoop.mapreduce.task.reduce.MergeManager close",
            "org.apache.hadoop.mapreduce.task.reduce.MapOutput <init> TaskAttemptID long boolean",
            "org.apache.hadoop.mapreduce.task.reduce.MapOutput shuffle MapHost InputStream long long ShuffleClientMetrics Reporter",
            "org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics inputBytes long",
            "org.apache.hadoop.mapred.IFileInputStream <init> InputStream long Configuration",
            "org.apache.hadoop.mapred.ShuffleConsumerPlugin$Context getReduceTask",
            "org.apache.hadoop.mapred.ShuffleConsumerPlugin$Context getReporter",
            "org.apache.hadoop.mapred.ShuffleConsumerPlugin$Context getCodec",
            "org.apache.hadoop.mapred.ShuffleConsumerPlugin$Context getCombinerClass",
            "org.apache.hadoop.mapred.ShuffleConsumerPlugin$Context getSpilledRecordsCounter",
            "org.apache.hadoop.mapred.ShuffleConsumerPlugin$Context getMergedMapOutputsCounter",
            "org.apache.hadoop.mapred.Task getTaskID");

    private final String used;

    HadoopMembers(String... used) {
        this.used = String.join("\n", used);
    }

    /** Says which of them the Hadoop on the class path lacks; empty if it has all. */
    public Optional<String> missing() {
        return Optional.ofNullable(HadoopProbe.missing(List.of(used.split("\n", -1))))
                .map(member -> "Hadoop " + VersionInfo.getVersion() + " lacks " + member);
    }

    /**
     * Checks that the Hadoop on the class path has all of them.
     *
     * @throws IOException naming the first that is missing
     */
    public void check() throws IOException {
        Optional<String> missing = missing();
        if (missing.isPresent()) {
            throw new IOException(missing.get());
        }
    }
}
