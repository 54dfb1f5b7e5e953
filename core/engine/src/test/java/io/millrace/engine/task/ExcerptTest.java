package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ExcerptTest {

    @Test
    void aTextThatFitsStaysAsItIs() {
        assertThat(Excerpt.of("twelve chars", 12)).isEqualTo("twelve chars");
    }

    @Test
    void ofALongTextTheBeginningAndTheEndStay() {
        assertThat(Excerpt.of("abcdefghijklmnopqrst", 8))
                .isEqualTo("abcdef\n... (12 characters left out) ...\nst");
    }

    @Test
    void itDoesNotMatterInWhichPiecesATextIsWritten() {
        Random random = Seeds.random("excerpt");
        for (int round = 0; round < 2_000; round++) {
            String text =
                    random.ints(random.nextInt(60), 'a', 'z')
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    (a, b) -> {})
                            .toString();
            int most = 1 + random.nextInt(50);
            Excerpt pieces = new Excerpt(most);
            for (int at = 0; at < text.length(); ) {
                int length = Math.min(text.length() - at, random.nextInt(8));
                pieces.write(text.toCharArray(), at, length);
                at += length;
            }
            assertThat(pieces.toString()).as(Seeds.line()).isEqualTo(Excerpt.of(text, most));
        }
    }
}
