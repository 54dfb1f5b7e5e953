package io.millrace.exchange.frame;

import io.millrace.exchange.frame.FrameHeader.Kind;
import java.nio.ByteBuffer;

/** Frames that no link would send. */
public final class RawFrames {

    private RawFrames() {}

    /** The header of a frame. */
    public static byte[] header(FrameMaker frames, Kind kind, long length) {
        ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES);
        frames.frame(kind, length, 0).writeTo(header);
        return header.array();
    }
}
