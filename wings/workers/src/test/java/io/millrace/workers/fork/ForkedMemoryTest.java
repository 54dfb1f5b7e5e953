package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.NothingLeft;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files in memory are those of the job's process; its forked JVMs find some of them on disk. */
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
                        assertThat(failure).contains("remove millrace.task.isolation=process"));
    }

    /** Writes what it reads. */
    static final class Copying extends Mapper<LongWritable, Text, LongWritable, Text> {}

    /** Writes what it is given, and a cached file that it opens by its link. */
    static final class WithCachedFile extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            String cached = Files.readString(Path.of("cached"));
            context.write(new Text(line + " " + cached), NullWritable.get());
        }
    }

    @Test
    void aTaskReadsWhatAnEarlierJobAndTheDriverLeftInRedirectedPaths() throws Exception {
        JobConf conf = ClientConf.redirectable(ClientConf.in(directory));
        conf.set("millrace.namespace.redirect", directory.resolve("redirected").toString());
        Job first = ForkedJobs.mapOnly(conf, directory, Copying.class, "line");
        FileOutputFormat.setOutputPath(first, redirected("between"));
        assertThat(first.waitForCompletion(false)).isTrue();
        try (OutputStream out = FileSystem.getLocal(conf).create(redirected("cache/file"))) {
            out.write("from memory".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(directory.resolve("redirected")).doesNotExist();

        JobConf forked = ClientConf.redirectable(ForkedJobs.conf(directory));
        Job second = ForkedJobs.mapOnly(forked, directory, WithCachedFile.class);
        FileInputFormat.setInputPaths(second, redirected("between"));
        second.addCacheFile(URI.create(redirected("cache/file") + "#cached"));
        assertThat(second.waitForCompletion(false)).as(ForkedJobs.failuresOf(second)).isTrue();

        assertThat(ForkedJobs.output(directory)).containsExactly("0\tline from memory");
        assertThat(directory.resolve("redirected/between/_SUCCESS")).exists();
    }

    private org.apache.hadoop.fs.Path redirected(String name) {
        return new org.apache.hadoop.fs.Path(directory.resolve("redirected/" + name).toUri());
    }
}
