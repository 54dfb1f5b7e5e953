package io.millrace.exchange.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.secret.SharedSecret;
import io.millrace.testing.Await;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that share a secret, or do not. */
class IntroductionTest {

    private static final byte[] HELLO = {3, 1, 4};

    @TempDir Path directory;

    private final SharedSecret secret = SharedSecret.random();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private SocketChannel caller;
    private SocketChannel called;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = Address.listen(directory.resolve("s"))) {
            caller = Address.of(server).connect();
            called = server.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        caller.close();
        called.close();
        threads.shutdownNow();
    }

    private Future<?> introduce(SharedSecret its) {
        return threads.submit(() -> {
            Introduction.introduce(
                    Channels.newInputStream(caller),
                    Channels.newOutputStream(caller),
                    its,
                    HELLO,
                    "an impostor");
            return null;
        });
    }

    private Introduction heard() throws Exception {
        called.configureBlocking(false);
        Introduction introduction = new Introduction(secret, HELLO.length, hello -> {});
        Await.until("the caller has proved itself", () -> introduction.hear(called));
        return introduction;
    }

    @Test
    void aHelloCountsOnceBothKnowThatTheOtherHasTheSecret() throws Exception {
        Future<?> introducing = introduce(secret);
        assertThat(heard().hello()).isEqualTo(HELLO);
        introducing.get();
    }

    @Test
    void aCallerWithAnotherSecretIsToldThatAndTellsNoProof() throws Exception {
        Future<?> introducing = introduce(SharedSecret.random());
        Introduction introduction = new Introduction(secret, HELLO.length, hello -> {});
        assertThat(introduction.hear(called)).isFalse();
        assertThatThrownBy(introducing::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("an impostor");
        caller.close();
        assertThatThrownBy(() -> introduction.hear(called)).isInstanceOf(EOFException.class);
    }

    @Test
    void aWrongProofIsNone() throws Exception {
        Introduction introduction = new Introduction(secret, HELLO.length, hello -> {});
        caller.write(ByteBuffer.allocate(Handshake.callBytes(HELLO.length)));
        assertThat(introduction.hear(called)).isFalse();
        caller.write(ByteBuffer.allocate(SharedSecret.PROOF_BYTES));
        assertThatThrownBy(() -> introduction.hear(called))
                .isInstanceOf(IOException.class)
                .hasMessage("the caller does not know the secret");
    }

    @Test
    void aHelloThatNobodySaysIsNotAnswered() throws Exception {
        Introduction introduction =
                new Introduction(
                        secret,
                        HELLO.length,
                        hello -> {
                            throw new IOException("another version");
                        });
        caller.write(ByteBuffer.allocate(Handshake.callBytes(HELLO.length)));
        assertThatThrownBy(() -> introduction.hear(called)).hasMessage("another version");
        caller.configureBlocking(false);
        assertThat(caller.read(ByteBuffer.allocate(1))).isZero();
    }

    @Test
    void aProofIsForOneSideOneHelloAndOneConnection() {
        byte[] first = Handshake.nonce();
        byte[] second = Handshake.nonce();
        Handshake handshake = new Handshake(secret, HELLO, first, second);
        byte[] proof = handshake.proofOfCaller();
        assertThat(handshake.isProofOfCaller(proof)).isTrue();
        assertThat(handshake.isProofOfCalled(proof)).isFalse();
        assertThat(new Handshake(secret, new byte[3], first, second).isProofOfCaller(proof))
                .isFalse();
        assertThat(new Handshake(secret, HELLO, second, first).isProofOfCaller(proof)).isFalse();
        assertThat(
                        new Handshake(SharedSecret.random(), HELLO, first, second)
                                .isProofOfCaller(proof))
                .isFalse();
    }
}
