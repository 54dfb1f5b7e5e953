package io.millrace.files.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.config.FileKeys;
import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.testing.NothingLeft;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that use {@code FileContext} where paths on disk are kept in memory. */
class FileContextJobsTest {

    private static final String FOLDER = "test.folder";

    @TempDir Path directory;

    private org.apache.hadoop.fs.Path redirected() {
        return new org.apache.hadoop.fs.Path(directory.resolve("redirected").toUri());
    }

    private JobConf conf() {
        JobConf conf = ClientConf.redirectable(ClientConf.in(directory));
        conf.set(FileKeys.REDIRECT.name(), redirected().toUri().getPath());
        conf.set(FOLDER, redirected().toString());
        return conf;
    }

    @AfterEach
    void whatIsDeletedTakesNoMemory() throws Exception {
        FileSystem.getLocal(conf()).delete(redirected(), true);
        NothingLeft.check();
    }

    /** Copies what {@code FileContext} finds in one file into another, which replaces a third. */
    static final class Copies extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void setup(Context context) throws IOException {
            Configuration conf = context.getConfiguration();
            FileContext files = FileContext.getFileContext(conf);
            org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(conf.get(FOLDER));
            org.apache.hadoop.fs.Path written = new org.apache.hadoop.fs.Path(folder, "b/written");
            try (FSDataInputStream in = files.open(new org.apache.hadoop.fs.Path(folder, "a"));
                    FSDataOutputStream out =
                            files.create(
                                    written,
                                    EnumSet.of(CreateFlag.CREATE),
                                    CreateOpts.createParent())) {
                out.writeUTF("what was " + in.readUTF());
            }
            files.rename(
                    written, new org.apache.hadoop.fs.Path(folder, "replaced"), Rename.OVERWRITE);
        }
    }

    @Test
    void theySeeWhatFileSystemsSeeAndKeepInMemoryWhatTheyWrite() throws Exception {
        JobConf conf = conf();
        FileSystem files = FileSystem.getLocal(conf);
        write(files, "a", "before");
        write(files, "replaced", "old");

        Job job = ClientConf.mapOnly(conf, directory, Copies.class);
        assertThat(job.waitForCompletion(false)).isTrue();

        assertThat(directory.resolve("redirected")).doesNotExist();
        assertThat(read(files, "replaced")).isEqualTo("what was before");
        assertThat(files.exists(new org.apache.hadoop.fs.Path(redirected(), "b/written")))
                .isFalse();
    }

    private void write(FileSystem files, String name, String text) throws IOException {
        try (FSDataOutputStream out =
                files.create(new org.apache.hadoop.fs.Path(redirected(), name))) {
            out.writeUTF(text);
        }
    }

    private String read(FileSystem files, String name) throws IOException {
        try (FSDataInputStream in = files.open(new org.apache.hadoop.fs.Path(redirected(), name))) {
            return in.readUTF();
        }
    }
}
