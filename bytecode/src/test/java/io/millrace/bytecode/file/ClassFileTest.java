package io.millrace.bytecode.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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
