package io.millrace.exchange.frame;

import io.millrace.exchange.frame.Frame.Kind;

/** Makes the frames of one worker in one epoch. */
public record FrameMaker(long gang, long epoch, int sender, int attempt) {

    public Frame frame(Kind kind, long length, int checksum) {
        return new Frame(kind, gang, epoch, sender, attempt, length, checksum);
    }
}
