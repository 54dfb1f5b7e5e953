package io.millrace.exchange.tcp;

import io.millrace.exchange.tcp.Frame.Kind;

/** Makes the frames of one worker in one epoch. */
record FrameMaker(long gang, long epoch, int sender, int attempt) {

    Frame frame(Kind kind, long length, int checksum) {
        return new Frame(kind, gang, epoch, sender, attempt, length, checksum);
    }
}
