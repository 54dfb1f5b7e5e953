package io.millrace.exchange.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections of a bundle. */
class SectionTest {

    private static final int AFTER = 0x0a7e4;

    private final Random random = Seeds.random("bytes");
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private byte[] content(int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        return content;
    }

    private void write(byte[] content) throws IOException {
        try (SectionOutput section = new SectionOutput(out)) {
            for (int done = 0; done < content.length; ) {
                int part = Math.min(content.length - done, 1 + random.nextInt(20_000));
                if (part == 1) {
                    section.write(content[done]);
                } else {
                    section.write(content, done, part);
                }
                done += part;
            }
        }
        out.writeInt(AFTER);
    }

    private DataInputStream in() {
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8 * 1024 - 1, 8 * 1024, 8 * 1024 + 1, 100_000})
    void aSectionIsReadToItsEndAndNotBeyond(int length) throws IOException {
        byte[] content = content(length);
        write(content);
        DataInputStream in = in();
        assertThat(new SectionInput(in).readAllBytes()).isEqualTo(content);
        assertThat(in.readInt()).isEqualTo(AFTER);
    }

    @Test
    void theRestOfASectionIsSkippedWhereverItWasLeft() throws IOException {
        byte[] content = content(50_000);
        write(content);
        for (int read : new int[] {0, 1, 8 * 1024, 49_999, 50_000}) {
            DataInputStream in = in();
            SectionInput section = new SectionInput(in);
            assertThat(section.readNBytes(read)).isEqualTo(Arrays.copyOf(content, read));
            section.skipRest();
            assertThat(section.read()).isNegative();
            assertThat(in.readInt()).isEqualTo(AFTER);
        }
    }

    @Test
    void aSectionWithoutAnEndIsAnError() throws IOException {
        SectionOutput section = new SectionOutput(out);
        section.write(content(20_000));
        assertThatThrownBy(() -> new SectionInput(in()).readAllBytes())
                .isInstanceOf(EOFException.class);
    }
}
