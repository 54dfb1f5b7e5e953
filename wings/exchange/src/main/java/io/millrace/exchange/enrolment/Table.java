package io.millrace.exchange.enrolment;

import io.millrace.exchange.connection.Address;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The workers of an epoch.
 *
 * @param epoch its number, greater than those of earlier epochs of the gang
 * @param addresses where they listen, by rank
 */
public record Table(long epoch, List<Address> addresses) {

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(epoch);
        out.writeInt(addresses.size());
        for (Address address : addresses) {
            address.writeTo(out);
        }
    }

    static Table readFrom(DataInput in) throws IOException {
        long epoch = in.readLong();
        List<Address> addresses = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            addresses.add(Address.readFrom(in));
        }
        return new Table(epoch, List.copyOf(addresses));
    }
}
