package io.millrace.exchange.shuffle;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * A transport that notes where its worker sends to.
 *
 * @param receivers thread-safe
 */
record SendingTransport(Transport transport, Set<Integer> receivers) implements Transport {

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
        receivers.add(to);
        transport.send(to, message);
    }

    @Override
    public void post(int to, Message message) {
        receivers.add(to);
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
