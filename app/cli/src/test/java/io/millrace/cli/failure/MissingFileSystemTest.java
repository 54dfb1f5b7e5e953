package io.millrace.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MissingFileSystemTest {

    @ParameterizedTest
    @CsvSource({
        "s3a, org.apache.hadoop:hadoop-aws:3.5.0",
        "abfs, org.apache.hadoop:hadoop-azure:3.5.0",
        "abfss, org.apache.hadoop:hadoop-azure:3.5.0",
        "adl, org.apache.hadoop:hadoop-azure-datalake:3.5.0",
        "gs, org.apache.hadoop:hadoop-gcp:3.5.0",
        "oss, org.apache.hadoop:hadoop-aliyun:3.5.0",
        "cosn, org.apache.hadoop:hadoop-cos:3.5.0",
        "obs, org.apache.hadoop:hadoop-huaweicloud:3.5.0",
        "o3fs, org.apache.ozone:ozone-filesystem-hadoop3:1.4.1",
        "ofs, org.apache.ozone:ozone-filesystem-hadoop3:1.4.1",
    })
    void packageOfASchemeIsNamed(String scheme, String coordinates) {
        Path path = new Path(scheme + "://place/in");
        Throwable missing = catchThrowable(() -> path.getFileSystem(new Configuration()));
        assertThat(MissingFileSystem.line(stack(missing)))
                .hasValueSatisfying(line ->
                        assertThat(line).contains(" --packages " + coordinates + " app.jar"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wasb", "wasbs"})
    void schemeThatHadoopHasDroppedNamesItsSuccessor(String scheme) {
        Path path = new Path(scheme + "://container@account/in");
        Throwable missing = catchThrowable(() -> path.getFileSystem(new Configuration()));
        assertThat(MissingFileSystem.line(stack(missing)))
                .hasValueSatisfying(line ->
                        assertThat(line)
                                .contains("wasb:// is no longer part of Hadoop")
                                .contains("write abfs:// instead")
                                .contains(" --packages org.apache.hadoop:hadoop-azure:3.5.0 "));
    }

    @Test
    void schemeThatNobodyKnowsIsNamed() {
        Throwable missing =
                catchThrowable(
                        () -> new Path("what://place/in").getFileSystem(new Configuration()));
        assertThat(MissingFileSystem.line(stack(missing)))
                .hasValueSatisfying(line ->
                        assertThat(line).startsWith("no file system for what:// is on the class"));
    }

    @Test
    void schemeThatAFileContextDoesNotKnowIsNamed() {
        Throwable missing =
                catchThrowable(() ->
                        FileContext.getFileContext(
                                new Path("oss://place/").toUri(), new Configuration()));
        assertThat(MissingFileSystem.line(stack(missing)))
                .hasValueSatisfying(line -> assertThat(line).contains("hadoop-aliyun"));
    }

    @Test
    void otherMissingClassesAreNotFileSystems() {
        assertThat(MissingFileSystem.line("Class com.example.Mapper not found")).isEmpty();
        assertThat(MissingFileSystem.line("File s3a not found")).isEmpty();
    }

    private static String stack(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
