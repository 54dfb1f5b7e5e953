package io.millrace.bench.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is sent, and how a conversation ends. */
class ConversationTest {

    /** An end that only notes its calls. */
    private static final class Noting implements End {

        private final List<String> calls = new ArrayList<>();

        @Override
        public void send(int bytes) {
            calls.add("send " + bytes);
        }

        @Override
        public void receive(int bytes) {
            calls.add("receive " + bytes);
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFarEndTakesWhatTheNearOneSendsAndSendsWhatItTakes(Talk talk) throws Exception {
        Noting near = new Noting();
        Noting far = new Noting();
        try (Way way = Conversation.open(() -> near, new PartnerThread(() -> far))) {
            assertThat(way.run(talk, 100, 2)).isPositive();
        }
        assertThat(near.calls).contains("send 100").endsWith("close");
        assertThat(far.calls)
                .containsExactlyElementsOf(
                        near.calls.stream().map(ConversationTest::opposite).toList());
    }

    private static String opposite(String call) {
        return call.startsWith("send")
                ? call.replace("send", "receive")
                : call.replace("receive", "send");
    }

    @Test
    void aFarEndThatCannotOpenEndsTheConversationAndClosesTheNearOne() {
        Noting near = new Noting();
        assertThatThrownBy(() ->
                        Conversation.open(
                                () -> near,
                                new PartnerThread(() -> {
                                    throw new IOException("no such address");
                                })))
                .hasRootCauseMessage("no such address");
        assertThat(near.calls).containsExactly("close");
    }

    @Test
    void aProcessThatCannotOpenItsEndSaysItsRoute() {
        Noting near = new Noting();
        assertThatThrownBy(() ->
                        Conversation.open(
                                () -> near, Site.ofProcesses().join(Route.MAPPED, "/no/such/file")))
                .isInstanceOf(MeasurementException.class)
                .hasMessageContaining("far end of MAPPED has failed");
        assertThat(near.calls).containsExactly("close");
    }

    @Test
    void aProcessThatIsKilledEndsTheConversation() throws Exception {
        try (Way sockets = Route.SOCKETS.open(Site.ofProcesses())) {
            sockets.run(Talk.ROUND_TRIPS, 8, 1);
            ProcessHandle far = ProcessHandle.current().children().findFirst().orElseThrow();
            far.destroyForcibly();
            far.onExit().join();
            assertThatThrownBy(() -> sockets.run(Talk.ROUND_TRIPS, 8, 1))
                    .isInstanceOf(IOException.class);
        }
    }
}
