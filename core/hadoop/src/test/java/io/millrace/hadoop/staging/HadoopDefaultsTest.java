package io.millrace.hadoop.staging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class HadoopDefaultsTest {

    private static final String KEY = "own.key";

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir java.nio.file.Path directory;

    @AfterEach
    void setTheLoaderBack() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void aConfigurationIsWhatHadoopWouldRead() throws IOException {
        JobConf job = new JobConf();
        job.set(KEY, "value");
        job.set("mapreduce.job.name", "another");
        job.unset("mapreduce.job.maps");
        Path file = written(job);
        for (int time = 0; time < 2; time++) {
            JobConf read = HadoopDefaults.with(file);
            JobConf expected = new JobConf(file);
            assertThat(settings(read)).isEqualTo(settings(expected));
            assertThat(read.getFinalParameters()).isEqualTo(expected.getFinalParameters());
            assertThat(read.getClassLoader()).isSameAs(expected.getClassLoader());
            for (String key : settings(expected).keySet()) {
                assertThat(read.getPropertySources(key))
                        .isEqualTo(expected.getPropertySources(key));
            }
        }
    }

    @Test
    void whatOneJobSetsNoOtherSees() throws IOException {
        Path file = written(new JobConf());
        HadoopDefaults.with(file).set(KEY, "value");
        assertThat(HadoopDefaults.with(file).get(KEY)).isNull();
    }

    @Test
    void aFileOfDefaultsThatIsAddedLaterIsRead() throws IOException {
        try (URLClassLoader loader = loaderWith("added-default.xml")) {
            Thread.currentThread().setContextClassLoader(loader);
            Path file = written(new Configuration(false));
            assertThat(HadoopDefaults.with(file).get(KEY)).isNull();
            Configuration.addDefaultResource("added-default.xml");
            assertThat(HadoopDefaults.with(file).get(KEY)).isEqualTo("added-default.xml");
        }
    }

    @Test
    void eachLoaderHasItsOwnFiles() throws IOException {
        Configuration.addDefaultResource("loaders-default.xml");
        Path file = written(new Configuration(false));
        assertThat(HadoopDefaults.with(file).get(KEY)).isNull();
        try (URLClassLoader loader = loaderWith("loaders-default.xml")) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(HadoopDefaults.with(file).get(KEY)).isEqualTo("loaders-default.xml");
        }
        Thread.currentThread().setContextClassLoader(before);
        assertThat(HadoopDefaults.with(file).get(KEY)).isNull();
    }

    private URLClassLoader loaderWith(String resource) throws IOException {
        java.nio.file.Path folder = Files.createDirectory(directory.resolve("classes"));
        Configuration conf = new Configuration(false);
        conf.set(KEY, resource);
        try (OutputStream out = Files.newOutputStream(folder.resolve(resource))) {
            conf.writeXml(out);
        }
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, before);
    }

    private Path written(Configuration conf) throws IOException {
        java.nio.file.Path file = directory.resolve("job.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            conf.writeXml(out);
        }
        return new Path(file.toUri());
    }

    private static Map<String, String> settings(Configuration conf) {
        Map<String, String> settings = new TreeMap<>();
        conf.forEach(entry -> settings.put(entry.getKey(), entry.getValue()));
        return settings;
    }
}
