package io.millrace.hadoop.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.NothingLeft;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files in memory are those of the job's process, not of its forked JVMs. */
@ExtendWith(NothingLeft.class)
final class ForkedMemoryTest {

    @TempDir Path directory;

    static final class Lister extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("mem:///");
            FileSystem files = root.getFileSystem(context.getConfiguration());
            context.write(key, new Text(files.listStatus(root).length + " files"));
        }
    }

    @Test
    void aTaskThatAsksForThemFailsAndIsToldWhatToDo() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.setMaxMapAttempts(1);
        Job job = ForkedJobs.mapOnly(conf, directory, Lister.class, "line");

        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(ForkedJobs.failures(job))
                .anySatisfy(failure ->
                        assertThat(failure).contains("leave out millrace.task.isolation=process"));
    }
}
