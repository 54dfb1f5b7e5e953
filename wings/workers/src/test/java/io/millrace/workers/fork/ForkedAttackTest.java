package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.OtherUser;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in forked JVMs on a machine whose other users mean harm. */
class ForkedAttackTest {

    private static final long PAUSE_NANOS = 1_000_000;

    @TempDir Path directory;

    /** Says where its JVM works, and where it looks for classes first. */
    public static final class TellsClassPath extends Mapper<LongWritable, Text, Text, Text> {

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
            context.write(new Text(System.getProperty("user.dir")), new Text(entries[0]));
        }
    }

    /** A client of its own, whose directory for temporary files has a name too long for sockets. */
    static final class Driver {

        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            JobConf conf = ForkedJobs.conf(directory);
            Job job = ForkedJobs.mapOnly(conf, directory, TellsClassPath.class, "one", "two");
            System.exit(job.waitForCompletion(false) ? 0 : 1);
        }
    }

    @Test
    void nothingThatAnotherUserMadeIsOnTheClassPathOfAForkedJvm() throws Exception {
        OtherUser other = OtherUser.orSkip();
        Path shared = OtherUser.sticky(directory);
        other.does(
                shared,
                "mkdir -p tmp/mapred/local tmp/userlogs; chmod -R 777 tmp; ln -s tmp/mapred link");
        JobConf conf = byDefault(shared.resolve("tmp"));
        conf.set("mapreduce.framework.name", "millrace");
        conf.set("fs.defaultFS", "file:///");
        conf.set("millrace.task.isolation", "process");
        conf.set("mapred.child.java.opts", ForkedJobs.QUICK_START);
        conf.set("millrace.memory.max", "32m");
        Job job = ForkedJobs.mapOnly(conf, directory, TellsClassPath.class, "one");
        assertThat(job.waitForCompletion(false)).as(() -> failure(job)).isTrue();
        assertThat(ForkedJobs.output(directory))
                .singleElement()
                .satisfies(line -> assertThat(line).doesNotContain(shared.toString()));
        try (Stream<Path> all = Files.walk(shared)) {
            assertThat(all.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private static String failure(Job job) {
        try {
            return job.getStatus().getFailureInfo();
        } catch (IOException | InterruptedException e) {
            return e.toString();
        }
    }

    /** What a client has whose files of Hadoop's defaults name the place. */
    private static JobConf byDefault(Path temporary) {
        String xml =
                "<configuration><property><name>hadoop.tmp.dir</name><value>%s</value></property></configuration>"
                        .formatted(temporary);
        JobConf conf = new JobConf();
        conf.addResource(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)),
                "mapred-default.xml");
        return conf;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void silentConnectionsToItsPortDoNotKeepAJvmFromItsJob() throws Exception {
        Path temporary = Files.createDirectories(directory.resolve("t".repeat(120)));
        Process client =
                ChildJvm.start(
                        directory.resolve("log"),
                        List.of("-Xmx256m", "-Djava.io.tmpdir=" + temporary),
                        Driver.class,
                        directory);
        Set<Integer> attacked = new HashSet<>();
        List<SocketChannel> crowd = new ArrayList<>();
        try {
            while (client.isAlive()) {
                for (int port : listening(client.pid())) {
                    if (attacked.add(port)) {
                        crowd(port, crowd);
                    }
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            assertThat(client.exitValue()).as(Files.readString(directory.resolve("log"))).isZero();
            assertThat(attacked).as("ports of the job's process").isNotEmpty();
        } finally {
            client.destroyForcibly().waitFor();
            for (SocketChannel each : crowd) {
                each.close();
            }
        }
    }

    private static void crowd(int port, List<SocketChannel> crowd) throws IOException {
        for (int i = 0; i < 100; i++) {
            SocketChannel one = SocketChannel.open();
            crowd.add(one);
            try {
                one.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                return; // the JVM was found already
            }
        }
    }

    /** The loopback ports on which a process listens. */
    private static Set<Integer> listening(long process) throws IOException {
        Set<String> own = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
            for (Path file : files.toList()) {
                own.add(Files.readSymbolicLink(file).toString());
            }
        } catch (IOException e) {
            return Set.of(); // it has ended, or closed the file
        }
        Set<Integer> ports = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            if (Files.exists(Path.of(table))) {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String[] words = line.strip().split(" +", -1);
                    if (words[3].equals("0A") && own.contains("socket:[" + words[9] + "]")) {
                        ports.add(
                                Integer.parseInt(
                                        words[1].substring(words[1].indexOf(':') + 1), 16));
                    }
                }
            }
        }
        return ports;
    }
}
