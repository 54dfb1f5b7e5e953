package io.millrace.exchange.enrolment;

import io.millrace.exchange.call.Hello;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.reactor.Reactor;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The enrolment of a worker with the coordinator, on both sides of their connection. */
public final class Enrolling {

    private Enrolling() {}

    /**
     * Enrols a worker with a coordinator elsewhere; running the result takes that back.
     *
     * @param channel to the coordinator; owned by the result
     * @param listens where the worker listens
     */
    public static Runnable begin(
            SocketChannel channel, Address listens, Reactor reactor, TableWait wait) {
        ControlChannel control =
                new ControlChannel(
                        channel,
                        new ControlChannel.Receiver() {
                            @Override
                            public void received(byte[] block) throws IOException {
                                Answer.pass(block, wait);
                            }

                            @Override
                            public void lost(IOException why) {
                                wait.lost();
                            }
                        });
        reactor.execute(() -> {
            try {
                control.open(reactor);
                control.send(Answer.block(listens::writeTo));
            } catch (IOException e) {
                control.close();
                wait.lost();
            }
        });
        return () -> reactor.call(control::close);
    }

    /** Serves a worker that has called this one, the coordinator. Called by a handler. */
    public static void serve(
            Hello hello, SocketChannel channel, Reactor reactor, Coordinator coordinator)
            throws IOException {
        Served served = new Served(hello, channel, coordinator);
        served.control.open(reactor);
    }

    private static final class Served implements ControlChannel.Receiver {

        private final Hello hello;
        private final Coordinator coordinator;
        private final ControlChannel control;
        private final Coordinator.Reply reply;

        Served(Hello hello, SocketChannel channel, Coordinator coordinator) {
            this.hello = hello;
            this.coordinator = coordinator;
            this.control = new ControlChannel(channel, this);
            this.reply = Answer.through(control);
        }

        @Override
        public void received(byte[] block) throws IOException {
            Address listens =
                    Address.readFrom(new DataInputStream(new ByteArrayInputStream(block)));
            coordinator.enrol(hello.from(), hello.attempt(), listens, reply);
        }

        @Override
        public void lost(IOException why) {
            coordinator.withdraw(hello.from(), reply);
        }
    }
}
