package io.millrace.collective.algorithm;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.util.function.IntConsumer;

/** Counts the bytes that a worker sends over a transport. Used by one thread. */
final class SentBytes implements Transport {

    private final Transport transport;
    private long sent;

    SentBytes(Transport transport) {
        this.transport = transport;
    }

    long count() {
        return sent;
    }

    @Override
    public int rank() {
        return transport.rank();
    }

    @Override
    public int size() {
        return transport.size();
    }

    @Override
    public String machine(int worker) {
        return transport.machine(worker);
    }

    @Override
    public MemoryAccount memory() {
        return transport.memory();
    }

    @Override
    public void send(int to, Message message) throws GangBrokenException, InterruptedException {
        sent += message.length();
        transport.send(to, message);
    }

    @Override
    public void post(int to, Message message) {
        sent += message.length();
        transport.post(to, message);
    }

    @Override
    public void whenArrived(IntConsumer listener) {
        transport.whenArrived(listener);
    }

    @Override
    public Message receive(int from) throws GangBrokenException, InterruptedException {
        return transport.receive(from);
    }

    @Override
    public void leave() {
        transport.leave();
    }

    @Override
    public void close() {
        transport.close();
    }
}
