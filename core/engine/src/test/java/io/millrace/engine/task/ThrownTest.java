package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ThrownTest {

    @SuppressWarnings("OverrideThrowableToString") // it is what fails
    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    @Test
    void whatNoSignatureKnowsIsThrownAsItIs() {
        Throwable bare = new Throwable("neither");
        assertThatThrownBy(
                        () -> {
                            throw Thrown.again(bare);
                        })
                .isSameAs(bare);
    }

    @Test
    void aFailureThatCanBePrintedStaysItself() {
        IOException outer = new IOException("outer", new IllegalStateException("inner"));
        outer.getCause().initCause(outer);
        assertThat(Thrown.sound(outer)).isSameAs(outer);
    }

    @Test
    void aFailureThatCannotBePrintedIsReplacedByOneThatSaysSo() {
        Broken broken = new Broken();
        Throwable sound = Thrown.sound(broken);
        assertThat(sound.toString())
                .contains(Broken.class.getName(), "cannot be printed", "no text");
        assertThat(sound.getStackTrace()).isEqualTo(broken.getStackTrace());
    }

    @Test
    void aCauseOrASuppressedFailureThatCannotBePrintedMakesItsOwnerUnsound() {
        IOException caused = new IOException("caused", new Broken());
        assertThat(Thrown.sound(caused)).isNotSameAs(caused);
        IOException suppressing = new IOException("suppressing");
        suppressing.addSuppressed(new Broken());
        assertThat(Thrown.sound(suppressing)).isNotSameAs(suppressing);
    }

    @Test
    void causesWithoutEndEnd() {
        Endless endless = new Endless();
        assertThat(Thrown.sound(endless).toString())
                .contains("the chain of its causes does not end");
        assertThat(Thrown.root(endless)).isInstanceOf(Endless.class);
        assertThat(Thrown.print(endless, 1_000)).contains(Endless.class.getName());
    }

    @Test
    void ofALongTextTheBeginningAndTheEndAreTold() {
        String text = Thrown.text(new IOException("begin " + "x".repeat(1_000_000) + " end"));
        assertThat(text).startsWith("java.io.IOException: begin x").endsWith("x end");
        assertThat(text.length()).isLessThan(5_000);
    }
}
