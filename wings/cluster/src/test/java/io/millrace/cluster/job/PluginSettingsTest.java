package io.millrace.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.MillraceCollector;
import io.millrace.engine.config.BadSettingException;
import io.millrace.formats.order.FingerprintComparator;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

class PluginSettingsTest {

    private static final Path JAR = Path.of("/lib/millrace-cluster.jar");
    private static final String STOCK = "org.apache.hadoop.mapred.MapTask$MapOutputBuffer";
    private static final String OURS = MillraceCollector.class.getName();
    private static final String KEPT = "mapreduce.reduce.input.buffer.percent";
    private static final int MAGIC = 0xCAFEBABE;
    private static final int JAVA_8 = 52;

    private static JobConf yarn() {
        JobConf conf = new JobConf(false);
        conf.set("mapreduce.framework.name", "yarn");
        return conf;
    }

    @Test
    void aJobGetsThePluginBeforeHadoopsOwnAndTheJarBesideItsOwn() {
        JobConf conf = yarn();
        conf.set("tmpjars", "file:/mine.jar");
        for (int times = 0; times < 2; times++) {
            assertThat(PluginSettings.add(conf, JAR).leftOut()).isEmpty();
            assertThat(conf.get(Plugin.COLLECTOR.key())).isEqualTo(OURS + "," + STOCK);
            assertThat(conf.get("tmpjars"))
                    .isEqualTo("file:/mine.jar,file:///lib/millrace-cluster.jar");
        }
    }

    @Test
    void aJobThatSortsByFingerprintsNamesTheirComparator() {
        JobConf conf = yarn();
        conf.set("millrace.sort", "fingerprint");
        conf.setMapOutputKeyClass(Text.class);
        PluginSettings.add(conf, JAR);
        assertThat(conf.get(MRJobConfig.KEY_COMPARATOR))
                .isEqualTo(FingerprintComparator.class.getName());
        conf.setMapOutputKeyClass(DoubleWritable.class);
        assertThatThrownBy(() -> PluginSettings.add(conf, JAR))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("DoubleWritable");
    }

    @Test
    void classesOfTheJobStayAndNoJarIsShipped() {
        JobConf conf = yarn();
        conf.set(Plugin.COLLECTOR.key(), "com.example.Collector");
        conf.set(Plugin.SHUFFLE.key(), "com.example.Shuffle");
        assertThat(PluginSettings.add(conf, JAR).leftOut().get(Plugin.COLLECTOR))
                .isEqualTo(Plugin.COLLECTOR.key() + " names com.example.Collector");
        assertThat(conf.get(Plugin.COLLECTOR.key())).isEqualTo("com.example.Collector");
        assertThat(conf.get(Plugin.SHUFFLE.key())).isEqualTo("com.example.Shuffle");
        assertThat(conf.get("tmpjars")).isNull();
    }

    @Test
    void aFinalSettingOfTheSiteStays() {
        JobConf conf = yarn();
        String site =
                "<configuration><property><name>%s</name><value>%s</value><final>true</final></property></configuration>"
                        .formatted(Plugin.COLLECTOR.key(), STOCK);
        conf.addResource(new ByteArrayInputStream(site.getBytes(StandardCharsets.UTF_8)));
        assertThat(PluginSettings.add(conf, JAR).leftOut().get(Plugin.COLLECTOR)).contains("final");
        assertThat(conf.get(Plugin.COLLECTOR.key())).isEqualTo(STOCK);
        assertThat(conf.get(Plugin.SHUFFLE.key())).isEqualTo(Plugin.SHUFFLE.type());
    }

    @Test
    void reduceTasksKeepTheirInputInMemoryUnlessTheJobOrTheSiteSaysHowMuch() {
        JobConf untouched = new JobConf();
        untouched.set("mapreduce.framework.name", "yarn");
        assertThat(PluginSettings.add(untouched, JAR).keepsInput()).isTrue();
        assertThat(untouched.get(KEPT)).isEqualTo("0.5");
        assertThat(PluginSettings.add(untouched, JAR).keepsInput()).isFalse();
        for (String own : List.of("0", "0.0", "0.7")) {
            JobConf set = new JobConf();
            set.set("mapreduce.framework.name", "yarn");
            set.set(KEPT, own);
            assertThat(PluginSettings.add(set, JAR).keepsInput()).isFalse();
            assertThat(set.get(KEPT)).isEqualTo(own);
        }
    }

    @Test
    void reduceTasksKeepNothingIfTheJobCannotRepeatThemOrDoesWithoutOurMerge() {
        for (String[] setting :
                new String[][] {
                    {"mapreduce.reduce.maxattempts", "1"},
                    {"mapreduce.job.ubertask.enable", "true"},
                    {Plugin.SHUFFLE.key(), "com.example.Shuffle"}
                }) {
            JobConf conf = new JobConf();
            conf.set("mapreduce.framework.name", "yarn");
            conf.set(setting[0], setting[1]);
            assertThat(PluginSettings.add(conf, JAR).keepsInput()).isFalse();
            assertThat(Float.parseFloat(conf.get(KEPT))).isZero();
        }
    }

    /** On an older Java, Hadoop loads it, and it declines. */
    @Test
    void everyPluginCanBeLoadedByJava8() throws Exception {
        for (Plugin plugin : Plugin.values()) {
            String file = "/" + plugin.type().replace('.', '/') + ".class";
            try (InputStream in = Plugin.class.getResourceAsStream(file)) {
                DataInputStream data = new DataInputStream(in);
                assertThat(data.readInt()).isEqualTo(MAGIC);
                data.readUnsignedShort();
                assertThat(data.readUnsignedShort()).isEqualTo(JAVA_8);
            }
        }
    }
}
