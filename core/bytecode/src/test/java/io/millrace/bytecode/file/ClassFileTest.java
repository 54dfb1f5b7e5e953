package io.millrace.bytecode.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.tree.ClassNode;

@Tag("jdk")
class ClassFileTest {

    private static final ClassLoader LOADER = ClassFileTest.class.getClassLoader();

    private abstract static class Sample extends Number implements Runnable, AutoCloseable {

        private static final long serialVersionUID = 1;
    }

    @Test
    void aClassIsTheSameByItsNameAndByItself() throws IOException {
        ClassFile itself = Objects.requireNonNull(ClassFile.of(Sample.class));
        ClassFile named = Objects.requireNonNull(ClassFile.find(LOADER, Sample.class.getName()));

        assertThat(itself.superclass()).isEqualTo("java/lang/Number");
        assertThat(itself.interfaces())
                .containsExactly("java/lang/Runnable", "java/lang/AutoCloseable");
        assertThat(named.tree().name).isEqualTo(itself.tree().name);
        assertThat(named.superclass()).isEqualTo(itself.superclass());
    }

    private static final class Caller {

        private final String[] names = {"a"};

        @SuppressWarnings("UnusedMethod") // its code is read
        int length(Sample sample) {
            try {
                sample.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return names[0].length();
        }
    }

    @Test
    void itsReferencesAreAllClassesAndMembersThatItNames() throws IOException {
        ClassFile file = Objects.requireNonNull(ClassFile.of(Caller.class));
        List<String> types = new ArrayList<>();
        List<String> members = new ArrayList<>();
        file.references(
                new ClassFile.References() {
                    @Override
                    public void type(String name) {
                        types.add(name);
                    }

                    @Override
                    public void member(String owner, String name, String descriptor) {
                        members.add(owner + "." + name + descriptor);
                    }
                });

        String caller = Caller.class.getName().replace('.', '/');
        assertThat(types)
                .contains(caller, "java/lang/Exception", "java/lang/IllegalStateException");
        assertThat(members)
                .contains(
                        caller + ".names[Ljava/lang/String;",
                        Sample.class.getName().replace('.', '/') + ".close()V",
                        "java/lang/String.length()I",
                        "java/lang/IllegalStateException.<init>(Ljava/lang/Throwable;)V");
    }

    @Test
    void anOutlineHasTheMethodsWithoutTheirCode() throws IOException {
        ClassNode outline = Objects.requireNonNull(ClassFile.of(Caller.class)).outline();

        assertThat(outline.methods).extracting(method -> method.name).contains("length");
        assertThat(outline.methods).allMatch(method -> method.instructions.size() == 0);
    }

    @Test
    void aReaderReadsFromJarsAndDirectories(@TempDir Path directory) throws IOException {
        String path = ClassFile.path(Caller.class.getName());
        Path jar = directory.resolve("with a space.jar");
        try (InputStream in = LOADER.getResourceAsStream(path);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(path));
            Objects.requireNonNull(in).transferTo(out);
        }
        try (URLClassLoader ofJar = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
                ClassFileReader reader = new ClassFileReader()) {
            ClassFile packed = reader.find(ofJar, Caller.class.getName());
            ClassFile plain = reader.find(LOADER, Caller.class.getName());

            assertThat(Objects.requireNonNull(packed).methods())
                    .isEqualTo(Objects.requireNonNull(plain).methods())
                    .containsKey("<init>()V");
            assertThat(reader.find(ofJar, "no.such.Type")).isNull();
        }
    }

    @Test
    void whatNobodyHasIsNull() throws IOException {
        assertThat(ClassFile.find(LOADER, "no.such.Type")).isNull();
        Runnable lambda = () -> {};
        assertThat(ClassFile.of(lambda.getClass())).isNull();
    }

    @Test
    void aDamagedOrTooNewFileSaysSo() throws IOException {
        byte[] bytes;
        try (InputStream in = LOADER.getResourceAsStream(ClassFile.path(Sample.class.getName()))) {
            bytes = Objects.requireNonNull(in).readAllBytes();
        }
        byte[] newer = bytes.clone();
        newer[6] = 1; // the version's upper byte
        for (byte[] bad : new byte[][] {newer, new byte[0], new byte[] {1, 2, 3}}) {
            assertThatThrownBy(() -> ClassFile.of(new ByteArrayInputStream(bad)))
                    .isInstanceOf(UnreadableClassException.class)
                    .hasMessageContaining("cannot be read");
        }
    }
}
