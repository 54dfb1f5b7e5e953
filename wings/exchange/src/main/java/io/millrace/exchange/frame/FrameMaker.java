package io.millrace.exchange.frame;

import io.millrace.exchange.frame.FrameHeader.Kind;

/** Makes the frames of one worker in one epoch. */
public record FrameMaker(long gang, long epoch, int sender, int attempt) {

    public FrameHeader frame(Kind kind, long length, int checksum) {
        return new FrameHeader(kind, gang, epoch, sender, attempt, length, checksum);
    }
}
