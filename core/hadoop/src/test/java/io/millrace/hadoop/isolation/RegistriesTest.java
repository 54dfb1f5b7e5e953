package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.isolation.RegisteringMapper.Registry;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hadoop's static registries, which tasks of a jar use at the same time, and the client after them.
 */
@Tag("jdk")
class RegistriesTest {

    @TempDir Path directory;

    @AfterEach
    void removeLatch() {
        System.getProperties().remove(RegisteringMapper.LATCH);
    }

    @ParameterizedTest
    @EnumSource(Registry.class)
    void tasksAndTheClientFindTheirOwn(Registry registry) throws Exception {
        UserGroupInformation user = UserGroupInformation.getLoginUser();
        Job job = job(registry);
        JobJars.bring(job, directory, RegisteringMapper.class);
        declare(Path.of(job.getJar()));
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(OutputKeys.in(directory.resolve("out"))).hasSize(2 * 3).containsOnly("right");
        assertThat(UserGroupInformation.getLoginUser()).isSameAs(user);
        RegisteringMapper.register(registry, "client");
        try {
            boolean service = registry == Registry.TOKEN_KINDS; // the client declares none
            assertThat(RegisteringMapper.finds(registry, "client")).isEqualTo(!service);
        } finally {
            UserGroupInformation.setLoginUser(user);
        }
    }

    /** Declares the job's service. */
    private static void declare(Path jar) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Path services = files.getPath("META-INF", "services");
            Files.createDirectories(services);
            Files.writeString(
                    services.resolve(TokenIdentifier.class.getName()),
                    "RegisteringMapper$Identifier\n");
        }
    }

    private Job job(Registry registry) throws IOException {
        Path in = Files.createDirectory(directory.resolve("in"));
        for (String file : List.of("left", "right")) {
            Files.writeString(in.resolve(file), "1\n2\n3\n");
        }
        System.getProperties().put(RegisteringMapper.LATCH, new CountDownLatch(2));
        JobConf conf = ClientConf.in(directory);
        conf.setEnum(RegisteringMapper.REGISTRY, registry);
        conf.setInt("millrace.map.threads", 2);
        conf.setInt("mapreduce.map.maxattempts", 1);
        Job job = ClientConf.mapOnly(conf, directory, RegisteringMapper.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }
}
