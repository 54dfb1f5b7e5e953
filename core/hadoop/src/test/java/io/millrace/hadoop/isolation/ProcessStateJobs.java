package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.hadoop.client.ClientConf;
import java.beans.PropertyEditorManager;
import java.io.ObjectInputFilter;
import java.lang.management.ManagementFactory;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.RMISocketFactory;
import java.security.Security;
import java.time.zone.ZoneRulesProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import javax.management.ObjectName;
import javax.naming.spi.NamingManager;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs jobs whose tasks change state of the process. */
public abstract class ProcessStateJobs {

    private static final int MANY = 100;

    @TempDir protected Path directory;

    @BeforeEach
    void makeInputAndLatch() throws Exception {
        Files.createDirectory(directory.resolve("in"));
        for (String file : List.of("left", "right")) {
            Files.writeString(directory.resolve("in").resolve(file), "1\n2\n3\n");
        }
        CountDownLatch latch = new CountDownLatch(2);
        System.getProperties().put(StateMapper.LATCH, latch);
        System.getProperties().put(HiddenStateMapper.LATCH, latch);
    }

    @AfterEach
    void removeLatch() {
        System.getProperties().remove(StateMapper.LATCH);
        System.getProperties().remove(HiddenStateMapper.LATCH);
    }

    protected static void requireNoFailures(Job job) throws Exception {
        assertThat(job.getTaskCompletionEvents(0, MANY))
                .extracting(TaskCompletionEvent::getStatus)
                .contains(TaskCompletionEvent.Status.KILLED, TaskCompletionEvent.Status.SUCCEEDED)
                .doesNotContain(TaskCompletionEvent.Status.FAILED);
    }

    protected void requireRight(Job job) throws Exception {
        requireRight(job, 2 * 3);
    }

    protected void requireRight(Job job, int records) throws Exception {
        List<@Nullable Object> before = state();
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(state()).isEqualTo(before);
        assertThat(OutputKeys.in(directory.resolve("out"))).hasSize(records).containsOnly("right");
    }

    protected Job job(StateMapper.Kind kind) throws Exception {
        Class<?> once = setsOnce(kind);
        assumeTrue(
                once == null
                        || once.getModule().isOpen(once.getPackageName(), getClass().getModule()),
                "this JVM does not open the package of what can be set once");
        JobConf conf = ClientConf.in(directory);
        conf.setEnum(StateMapper.KIND, kind);
        try (ServerSocket free = new ServerSocket(0)) {
            conf.setInt(StateMapper.PORT, free.getLocalPort());
        }
        conf.set("millrace.map.threads", "2");
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, StateMapper.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    protected static @Nullable Class<?> setsOnce(StateMapper.Kind kind) {
        return switch (kind) {
            case FACTORY -> URL.class;
            case SERIAL_FILTER, FILTER_FACTORY -> ObjectInputFilter.class;
            case ZONE_RULES -> ZoneRulesProvider.class;
            case NAMING, OBJECTS_OF_NAMES -> NamingManager.class;
            case RMI -> RMISocketFactory.class;
            default -> null;
        };
    }

    /** What the mappers change, as the client finds it. */
    protected static List<@Nullable Object> state() throws Exception {
        return new ArrayList<>(
                Arrays.asList(
                        System.identityHashCode(System.getProperties()),
                        System.getProperty(StateMapper.KEY),
                        TimeZone.getDefault(),
                        Locale.getDefault(),
                        Locale.getDefault(Locale.Category.FORMAT),
                        System.in,
                        Thread.getDefaultUncaughtExceptionHandler(),
                        ProxySelector.getDefault(),
                        CookieHandler.getDefault(),
                        Authenticator.getDefault(),
                        List.of(Security.getProviders()),
                        String.valueOf(Security.getProperty(StateMapper.KEY)).replace("null", ""),
                        Logger.getLogger(StateMapper.KEY).getLevel(),
                        LogManager.getLogManager().getLogger("state.mapper.own"),
                        ObjectInputFilter.Config.getSerialFilter(),
                        ObjectInputFilter.Config.getSerialFilterFactory(),
                        ZoneRulesProvider.getAvailableZoneIds().contains(StateMapper.KEY),
                        NamingManager.hasInitialContextFactoryBuilder(),
                        RMISocketFactory.getSocketFactory(),
                        PropertyEditorManager.findEditor(int.class).getClass(),
                        ManagementFactory.getPlatformMBeanServer()
                                .isRegistered(new ObjectName("state:type=Mapper"))));
    }
}
