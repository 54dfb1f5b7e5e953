package io.millrace.workers.fork.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.files.listen.Heard;
import io.millrace.files.listen.Reception;
import io.millrace.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A forked JVM and its process find each other among all who can connect. */
class IntroductionTest {

    private static final int LIMIT_SECONDS = 60;

    @TempDir static Path directory;

    private final Secret secret = Secret.draw();
    private final List<SocketChannel> opened = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (SocketChannel each : opened) {
            each.close();
        }
    }

    /** A name that a socket can have, and one that is too long for any. */
    static Stream<Path> sockets() {
        return Stream.of(directory.resolve("s"), directory.resolve("s".repeat(200)));
    }

    private SocketChannel connect(Address address) throws IOException {
        SocketChannel channel = address.connect();
        opened.add(channel);
        return channel;
    }

    @ParameterizedTest
    @MethodSource("sockets")
    void whoKnowsTheSecretIsFoundAmongTheSilentTheSlowAndTheWrong(Path socket) throws Exception {
        Random random = Seeds.random("introduction");
        try (ServerSocketChannel server = Address.listen(socket);
                Reception<Introduction> reception = reception(server)) {
            Address address = Address.of(server);
            CompletableFuture<SocketChannel> found =
                    CompletableFuture.supplyAsync(() -> next(reception));
            for (int i = 0; i < 40; i++) {
                byte[] garbage = new byte[random.nextInt(200)];
                random.nextBytes(garbage);
                connect(address).write(ByteBuffer.wrap(garbage));
            }
            for (int i = 0; i < 3; i++) {
                connect(address);
                connect(address).write(ByteBuffer.allocate(1));
            }
            SocketChannel wrong = connect(address);
            assertThatThrownBy(() -> Introduction.introduce(wrong, Secret.draw()))
                    .isInstanceOf(IOException.class);
            SocketChannel child = connect(address);
            Introduction.introduce(child, secret);
            try (SocketChannel parent = found.get(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                parent.write(ByteBuffer.wrap(new byte[] {42}));
                ByteBuffer one = ByteBuffer.allocate(1);
                child.read(one);
                assertThat(one.array()).containsExactly(42);
            }
        }
    }

    @Test
    void aJvmTellsNothingToWhoDoesNotKnowTheSecret() throws Exception {
        try (ServerSocketChannel server = Address.listen(directory.resolve("impostor"))) {
            SocketChannel child = connect(Address.of(server));
            try (SocketChannel impostor = server.accept()) {
                impostor.write(ByteBuffer.allocate(2 * Secret.BYTES));
                assertThatThrownBy(() -> Introduction.introduce(child, secret))
                        .isInstanceOf(IOException.class)
                        .hasMessage("the other end does not know the secret");
                child.close();
                ByteBuffer heard = ByteBuffer.allocate(1000);
                while (impostor.read(heard) >= 0) {}
                assertThat(heard.flip().remaining()).isEqualTo(Secret.BYTES);
                assertThat(heard.array()).startsWith(secret.challenge());
            }
        }
    }

    @Test
    void aProofIsAnHmacOfTheKeyThatStandardInputTells() throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        secret.writeTo(new DataOutputStream(told));
        byte[] key = new byte[Secret.BYTES];
        System.arraycopy(told.toByteArray(), 0, key, 0, key.length);
        byte[] first = Secret.random();
        byte[] second = Secret.random();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((byte) 7);
        mac.update(first);
        mac.update(second);
        byte[] expected = mac.doFinal();
        assertThat(secret.proof((byte) 7, first, second)).isEqualTo(expected);
        Secret read =
                Secret.readFrom(new DataInputStream(new ByteArrayInputStream(told.toByteArray())));
        assertThat(read.proof((byte) 7, first, second)).isEqualTo(expected);
        assertThat(read.proof((byte) 8, first, second)).isNotEqualTo(expected);
    }

    private Reception<Introduction> reception(ServerSocketChannel server) throws IOException {
        return new Reception<>(
                server, 32, Duration.ofSeconds(LIMIT_SECONDS), () -> new Introduction(secret));
    }

    private static SocketChannel next(Reception<Introduction> reception) {
        try {
            Heard<Introduction> heard = reception.next();
            return heard.channel();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
