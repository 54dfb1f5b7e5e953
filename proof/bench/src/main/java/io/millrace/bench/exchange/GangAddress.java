package io.millrace.bench.exchange;

import io.millrace.exchange.tls.GangIdentity;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;

/**
 * The knowledge by which a worker meets the first one of its gang.
 *
 * @param notice the first worker's
 */
record GangAddress(byte[] notice, GangIdentity identity) {

    /** As hexadecimal digits. */
    String text() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(notice.length);
        out.write(notice);
        identity.writeTo(out);
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    static GangAddress of(String text) throws IOException {
        DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(text)));
        byte[] notice = new byte[in.readInt()];
        in.readFully(notice);
        return new GangAddress(notice, GangIdentity.readFrom(in));
    }
}
