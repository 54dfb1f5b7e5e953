package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.connection.Address;
import io.millrace.exchange.connection.Introduction;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.files.listen.AcceptedRequest;
import io.millrace.files.listen.PendingConnection;
import io.millrace.files.listen.RequestListener;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A forked JVM and its process find each other among all who can connect. */
class ForkedIntroductionTest {

    private static final int LIMIT_SECONDS = 60;

    @TempDir static Path directory;

    private final SharedSecret secret = SharedSecret.random();
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
                RequestListener<PendingConnection> listener = listener(server)) {
            Address address = Address.of(server);
            CompletableFuture<SocketChannel> found =
                    CompletableFuture.supplyAsync(() -> next(listener));
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
            assertThatThrownBy(() -> introduce(wrong, SharedSecret.random()))
                    .isInstanceOf(IOException.class);
            SocketChannel child = connect(address);
            introduce(child, secret);
            try (SocketChannel parent = found.get(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                parent.write(ByteBuffer.wrap(new byte[] {42}));
                ByteBuffer one = ByteBuffer.allocate(1);
                child.read(one);
                assertThat(one.array()).containsExactly(42);
            }
        }
    }

    private static void introduce(SocketChannel channel, SharedSecret secret) throws IOException {
        Introduction.introduce(
                Channels.newInputStream(channel),
                Channels.newOutputStream(channel),
                secret,
                new byte[0],
                "an impostor");
    }

    private RequestListener<PendingConnection> listener(ServerSocketChannel server)
            throws IOException {
        return new RequestListener<>(
                server,
                32,
                Duration.ofSeconds(LIMIT_SECONDS),
                () -> new Introduction(secret)::hear);
    }

    private static SocketChannel next(RequestListener<PendingConnection> listener) {
        try {
            AcceptedRequest<PendingConnection> accepted = listener.next();
            return accepted.channel();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
