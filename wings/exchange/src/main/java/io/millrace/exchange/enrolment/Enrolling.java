package io.millrace.exchange.enrolment;

import io.millrace.exchange.call.Hello;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.reactor.Reactor;
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
            SocketChannel channel, Address listens, Reactor reactor, TableWait wait)
            throws IOException {
        MessageChannel coordinator = new MessageChannel(channel);
        coordinator.serve(
                reactor,
                new MessageChannel.Receiver() {
                    @Override
                    public void received(DataInputStream answer) throws IOException {
                        Answer.pass(answer, wait);
                    }

                    @Override
                    public void lost(IOException why) {
                        wait.lost();
                    }
                });
        coordinator.send(listens);
        return () -> Reactor.close(coordinator);
    }

    /** Serves a worker that has called this one, the coordinator. Called by a handler. */
    public static void serve(
            Hello hello, SocketChannel channel, Reactor reactor, Coordinator coordinator)
            throws IOException {
        MessageChannel worker = new MessageChannel(channel);
        worker.serve(reactor, new Enrolled(hello, coordinator, Answer.through(worker)));
    }

    /** Passes a worker's enrolment on to the coordinator. */
    private record Enrolled(Hello hello, Coordinator coordinator, Coordinator.Reply reply)
            implements MessageChannel.Receiver {

        @Override
        public void received(DataInputStream message) throws IOException {
            Address listens = Address.readFrom(message);
            coordinator.enrol(hello.from(), hello.attempt(), listens, reply);
        }

        @Override
        public void lost(IOException why) {
            coordinator.withdraw(hello.from(), reply);
        }
    }
}
