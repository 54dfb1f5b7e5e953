package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom user code sees itself run as, wherever it is called. */
class JobIdentityTest {

    private static final Text SECRET = new Text("test.secret");

    @TempDir Path directory;

    private static void expectAlice(String where) throws IOException {
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        if (!user.equals("alice")) {
            throw new IOException(where + " runs as " + user);
        }
        if (UserGroupInformation.getCurrentUser().getCredentials().getSecretKey(SECRET) == null) {
            throw new IOException(where + " has no credentials");
        }
    }

    private static void expectSecret(JobContext context) throws IOException {
        byte[] secret = context.getCredentials().getSecretKey(SECRET);
        if (secret == null || !new String(secret, StandardCharsets.UTF_8).equals("sesame")) {
            throw new IOException("no secret in the credentials of the context");
        }
    }

    static final class Asking extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(
                LongWritable key,
                Text value,
                Mapper<LongWritable, Text, Text, LongWritable>.Context context)
                throws IOException, InterruptedException {
            expectAlice("the mapper");
            expectSecret(context);
            context.write(value, key);
        }
    }

    static final class AskingReducer extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(
                Text key,
                Iterable<LongWritable> values,
                Reducer<Text, LongWritable, Text, LongWritable>.Context context)
                throws IOException, InterruptedException {
            expectAlice("the reducer or combiner");
            expectSecret(context);
            for (LongWritable value : values) {
                context.write(key, value);
            }
        }
    }

    static final class AskingPartitioner extends Partitioner<Text, LongWritable> {
        @Override
        public int getPartition(Text key, LongWritable value, int partitions) {
            try {
                expectAlice("the partitioner");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return key.getLength() % partitions;
        }
    }

    static final class AskingComparator extends Text.Comparator {
        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            try {
                expectAlice("the comparator on " + Thread.currentThread().getName());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return super.compare(left, leftOffset, leftLength, right, rightOffset, rightLength);
        }
    }

    static final class AskingFormat<K, V> extends TextOutputFormat<K, V> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void setupJob(JobContext job) throws IOException {
                    expectAlice("the committer's set-up");
                    super.setupJob(job);
                }

                @Override
                public void commitTask(TaskAttemptContext task) throws IOException {
                    expectAlice("the committer of a task");
                    super.commitTask(task);
                }

                @Override
                public void commitJob(JobContext job) throws IOException {
                    expectAlice("the committer of the job");
                    super.commitJob(job);
                }
            };
        }
    }

    @Test
    void allUserCodeRunsAsTheSubmitterWithTheJobsCredentials() throws Exception {
        UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
        Job job =
                alice.doAs(
                        (PrivilegedExceptionAction<Job>)
                                () -> {
                                    JobConf conf = ClientConf.in(directory);
                                    conf.setMaxMapAttempts(1);
                                    conf.setMaxReduceAttempts(1);
                                    Job made = ClientConf.mapOnly(conf, directory, Asking.class);
                                    made.setNumReduceTasks(2);
                                    made.setCombinerClass(AskingReducer.class);
                                    made.setReducerClass(AskingReducer.class);
                                    made.setPartitionerClass(AskingPartitioner.class);
                                    made.setOutputFormatClass(AskingFormat.class);
                                    made.setSortComparatorClass(AskingComparator.class);
                                    made.setMapOutputKeyClass(Text.class);
                                    made.setMapOutputValueClass(LongWritable.class);
                                    made.getCredentials()
                                            .addSecretKey(
                                                    SECRET,
                                                    "sesame".getBytes(StandardCharsets.UTF_8));
                                    made.waitForCompletion(true);
                                    return made;
                                });
        assertThat(job.getStatus().getFailureInfo()).isEmpty();
        assertThat(job.isSuccessful()).isTrue();
        assertThat(job.getStatus().getUsername()).isEqualTo("alice");
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("part-r-00000", "part-r-00001", "_SUCCESS");
        }
    }
}
