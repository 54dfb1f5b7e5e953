package io.millrace.bench.exchange;

import io.millrace.exchange.call.MeetingPlace;
import org.jspecify.annotations.Nullable;

/** A meeting place of one process. */
final class Notice implements MeetingPlace {

    private volatile byte @Nullable [] bytes;

    @Override
    public void publish(byte[] notice) {
        bytes = notice;
    }

    @Override
    public byte @Nullable [] read() {
        return bytes;
    }
}
