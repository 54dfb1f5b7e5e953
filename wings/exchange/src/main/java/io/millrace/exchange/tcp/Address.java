package io.millrace.exchange.tcp;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Where a worker listens.
 *
 * @param host a name or an address that the other workers can reach
 */
record Address(String host, int port) {

    void writeTo(DataOutput out) throws IOException {
        out.writeUTF(host);
        out.writeInt(port);
    }

    static Address readFrom(DataInput in) throws IOException {
        return new Address(in.readUTF(), in.readInt());
    }

    InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
