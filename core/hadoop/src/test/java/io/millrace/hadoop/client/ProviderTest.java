package io.millrace.hadoop.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.files.direct.DirectLocalFileSystem;
import io.millrace.files.direct.DirectLocalFs;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.local.LocalFs;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class ProviderTest {

    private static final int JAVA_8_CLASS_FILE = 52;

    @TempDir Path directory;

    private final MillraceClientProtocolProvider provider = new MillraceClientProtocolProvider();
    private final InetSocketAddress address = InetSocketAddress.createUnresolved("localhost", 1);

    @Test
    void hadoopFindsTheProvider() {
        assertThat(ServiceLoader.load(ClientProtocolProvider.class))
                .hasAtLeastOneElementOfType(MillraceClientProtocolProvider.class);
    }

    @Test
    void bothWaysOfAskingAnswerForMillrace() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("mapreduce.framework.name", " millrace ");
        assertThat(provider.create(conf)).isNotNull();
        assertThat(provider.create(address, conf)).isNotNull();
    }

    @Test
    void neitherWayAnswersForAnotherFramework() throws IOException {
        Configuration conf = new Configuration(false);
        assertThat(provider.create(conf)).isNull();
        for (String framework : new String[] {"local", "yarn", "classic", "MILLRACE"}) {
            conf.set("mapreduce.framework.name", framework);
            assertThat(provider.create(conf)).isNull();
            assertThat(provider.create(address, conf)).isNull();
        }
    }

    @Test
    void theLocalFrameworkStaysHadoopsOwn() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("mapreduce.framework.name", "local");
        Cluster cluster = new Cluster(conf);
        assertThat(cluster.getStagingAreaDir().toString()).doesNotContain("millrace");
        assertThat(cluster.getClusterStatus().getReduceSlotCapacity()).isEqualTo(1);
        cluster.close();
    }

    @Test
    void anotherFrameworksTasksReadLocalFilesWithHadoopsClass() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.set("fs.file.impl", DirectLocalFileSystem.class.getName());
        provider.create(conf);
        assertThat(conf.get("fs.file.impl")).isEqualTo(DirectLocalFileSystem.class.getName());
        assertThat(conf.get(DirectLocalFs.KEY)).isEqualTo(DirectLocalFs.class.getName());
        conf.set("mapreduce.framework.name", "yarn");
        provider.create(conf);
        assertThat(conf.get("fs.file.impl")).isEqualTo(LocalFileSystem.class.getName());
        assertThat(conf.get(DirectLocalFs.KEY)).isEqualTo(LocalFs.class.getName());
        conf.set("fs.file.impl", "a.class.of.the.Users");
        provider.create(conf);
        assertThat(conf.get("fs.file.impl")).isEqualTo("a.class.of.the.Users");
    }

    @Test
    void closingTwiceDoesNoHarm() throws IOException {
        ClientProtocol client = provider.create(ClientConf.in(directory));
        provider.close(client);
        provider.close(client);
    }

    @Test
    void theNumberOfMapsIsLeftAlone() throws IOException {
        JobConf conf = ClientConf.in(directory);
        provider.create(conf);
        assertThat(conf.getNumMapTasks()).isEqualTo(2);
    }

    @Test
    void pollIntervalsAreLoweredWhereNobodyChoseThem() throws IOException {
        JobConf conf = ClientConf.in(directory);
        provider.create(conf);
        assertThat(Job.getCompletionPollInterval(conf)).isBetween(1, 20);
        assertThat(Job.getProgressPollInterval(conf)).isBetween(1, 20);
    }

    @Test
    void pollIntervalsThatSomebodyChoseAreKept() throws IOException {
        JobConf conf = ClientConf.in(directory);
        conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 1000);
        conf.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 5000);
        provider.create(conf);
        assertThat(Job.getCompletionPollInterval(conf)).isEqualTo(1000);
        assertThat(Job.getProgressPollInterval(conf)).isEqualTo(5000);
    }

    @Test
    void anOldJavaIsRefusedWithWhatToDo() {
        assertThatThrownBy(() -> MillraceClientProtocolProvider.checkJava("11"))
                .isInstanceOf(UnsupportedClassVersionError.class)
                .hasMessageContaining("needs Java 17 or newer, but this is Java 11")
                .hasMessageContaining("JAVA_HOME");
        assertThatThrownBy(() -> MillraceClientProtocolProvider.checkJava("1.8"))
                .isInstanceOf(LinkageError.class);
        MillraceClientProtocolProvider.checkJava("17");
        MillraceClientProtocolProvider.checkJava("25");
    }

    @Test
    void theProviderLoadsOnJava8() throws IOException {
        String file = MillraceClientProtocolProvider.class.getSimpleName() + ".class";
        try (InputStream in = MillraceClientProtocolProvider.class.getResourceAsStream(file);
                DataInputStream data = new DataInputStream(in)) {
            data.readInt();
            data.readUnsignedShort();
            assertThat(data.readUnsignedShort()).isEqualTo(JAVA_8_CLASS_FILE);
        }
    }

    @Test
    void theHadoopOfTheTestsHasAllThatIsUsed() throws IOException {
        HadoopProbe.check();
        assertThat(
                        HadoopProbe.present(
                                "org.apache.hadoop.mapred.JobContextImpl <init> JobConf String"))
                .isFalse();
        assertThat(HadoopProbe.present("org.apache.hadoop.mapred.NoSuchClass run")).isFalse();
    }
}
