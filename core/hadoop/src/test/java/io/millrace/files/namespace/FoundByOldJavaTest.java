package io.millrace.files.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.MillraceClientProtocolProvider;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ServiceLoader;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Hadoop loads in any client that has the jar on its class path. */
final class FoundByOldJavaTest {

    private static final int JAVA_8 = 52;

    @ParameterizedTest
    @ValueSource(
            classes = {
                MemoryFileSystem.class,
                MemoryFiles.class,
                MillraceClientProtocolProvider.class
            })
    void isCompiledForJava8(Class<?> type) throws IOException {
        try (DataInputStream in =
                new DataInputStream(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
            in.skipNBytes(6);
            assertThat(in.readUnsignedShort()).isEqualTo(JAVA_8);
        }
    }

    @Test
    void isFoundByItsService() {
        assertThat(ServiceLoader.load(FileSystem.class))
                .hasAtLeastOneElementOfType(MemoryFileSystem.class);
    }
}
