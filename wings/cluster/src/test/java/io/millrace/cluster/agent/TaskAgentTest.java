package io.millrace.cluster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/** The agent in a real JVM, in a directory like a container's. */
@Tag("jdk")
class TaskAgentTest {

    private static final String HERE = "job.jar";

    @TempDir Path container;
    @TempDir Path cache;

    private Path agent;

    @BeforeEach
    void writeAgentJar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(new Attributes.Name("Premain-Class"), TaskAgent.class.getName());
        agent = container.resolve("agent.jar");
        new JarOutputStream(Files.newOutputStream(agent), manifest).close();
    }

    @Test
    void classesOfTheJobCallTheQuickConversions() throws Exception {
        Path jar = writeJobJar(Files.createDirectory(container.resolve(HERE)).resolve(HERE));
        assertThat(run(jar, "")).contains("a b [io.millrace.bytecode.quick.QuickTokenizer]");
    }

    /** The cluster keeps jars elsewhere, and the JVM follows links of its class path. */
    @Test
    void classesBehindTheLinksOfAContainerAreTheJobsOwn() throws Exception {
        Path job = Files.createDirectories(cache.resolve("10").resolve(HERE));
        writeJobJar(job.resolve(HERE));
        Path library = writeJobJar(Files.createDirectories(cache.resolve("11")).resolve("a.jar"));
        Files.createSymbolicLink(container.resolve(HERE), job);
        Files.createSymbolicLink(container.resolve("a.jar"), library);
        for (String entry : List.of(HERE + "/" + HERE, "a.jar")) {
            assertThat(run(container.resolve(entry), ""))
                    .contains("a b [io.millrace.bytecode.quick.QuickTokenizer]");
        }
    }

    @Test
    void aSettingDisablesARewrite() throws Exception {
        Path jar = writeJobJar(container.resolve("library.jar"));
        assertThat(run(jar, "=millrace.rewrite.tokenizer=false"))
                .contains("a b [java.util.StringTokenizer]");
    }

    @Test
    void classesFromElsewhereRunAsCompiled() throws Exception {
        Path elsewhere = Files.createDirectories(container.resolve("framework/lib"));
        Path jar = writeJobJar(elsewhere.resolve("app.jar"));
        assertThat(run(jar, "")).contains("a b [java.util.StringTokenizer]");
    }

    @Test
    void aLoaderThatDoesNotSeeMillraceGetsClassesAsCompiled() throws Exception {
        Path jar = writeJobJar(container.resolve("library.jar"));
        assertThat(run(jar, "", Isolated.class.getName(), jar.toString()))
                .contains("a b [java.util.StringTokenizer]");
    }

    private static Path writeJobJar(Path jar) throws IOException {
        String name = Splitting.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream code = Splitting.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new ZipEntry("job/Splitting.class"));
            out.write(renamed(code.readAllBytes()));
        }
        return jar;
    }

    /** The class under a name that is not of Millrace's own, which the agent leaves alone. */
    private static byte[] renamed(byte[] code) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(code)
                .accept(
                        new ClassRemapper(
                                writer,
                                new SimpleRemapper(
                                        Opcodes.ASM9,
                                        Splitting.class.getName().replace('.', '/'),
                                        "job/Splitting")),
                        0);
        return writer.toByteArray();
    }

    private String run(Path jar, String arguments) throws Exception {
        return run(jar, arguments, "job.Splitting");
    }

    private String run(Path jar, String arguments, String... program) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-javaagent:" + agent + arguments);
        command.add("-cp");
        command.add(jar + ":" + System.getProperty("java.class.path"));
        command.addAll(List.of(program));
        Process process =
                new ProcessBuilder(command)
                        .directory(container.toFile())
                        .redirectErrorStream(true)
                        .start();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        process.getInputStream().transferTo(printed);
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }
}
