package io.millrace.files.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a target that cannot be made, or that somebody else makes. */
class CopyingTest {

    private static final String TARGET = "test.target";
    private static final int LONGER_THAN_NAMES_MAY_BE = 300;

    @TempDir Path directory;

    /** Has the target made by somebody else as soon as a source is opened. */
    static final class Overtaken extends RawLocalFileSystem {
        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer)
                throws IOException {
            Files.writeString(Path.of(getConf().get(TARGET)), "somebody else's");
            return super.open(path, buffer);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsAnError() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Files.writeString(source.resolve("file"), "of the source");
        Path target = directory.resolve("x".repeat(LONGER_THAN_NAMES_MAY_BE));

        assertThatThrownBy(() -> copying(source, target, new Configuration()).copy())
                .isInstanceOf(IOException.class)
                .hasMessage("the directory " + hadoops(target) + " could not be created");
    }

    @Test
    void aTargetThatSomebodyElseMadeMeanwhileStays() throws Exception {
        Path source = Files.writeString(directory.resolve("source"), "of the source");
        Path target = directory.resolve("target");
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", Overtaken.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set(TARGET, target.toString());

        assertThatThrownBy(() -> copying(source, target, conf).copy())
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(target).hasContent("somebody else's");
    }

    private static Copying copying(Path source, Path target, Configuration conf)
            throws IOException {
        return new Copying(hadoops(source), hadoops(target), conf);
    }

    private static org.apache.hadoop.fs.Path hadoops(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }
}
