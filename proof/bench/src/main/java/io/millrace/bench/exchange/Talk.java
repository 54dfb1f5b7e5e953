package io.millrace.bench.exchange;

import java.io.IOException;

/** A pattern of messages between two ends: one begins, and the other answers. */
enum Talk {

    /** Messages there and back, one at a time. */
    ROUND_TRIPS {
        @Override
        void begin(End end, int bytes, int count) throws IOException, InterruptedException {
            for (int i = 0; i < count; i++) {
                end.send(bytes);
                end.receive(bytes);
            }
        }

        @Override
        void answer(End end, int bytes, int count) throws IOException, InterruptedException {
            for (int i = 0; i < count; i++) {
                end.receive(bytes);
                end.send(bytes);
            }
        }
    },

    /** Messages in one direction, and an answer once all have arrived. */
    STREAM {
        @Override
        void begin(End end, int bytes, int count) throws IOException, InterruptedException {
            for (int i = 0; i < count; i++) {
                end.send(bytes);
            }
            end.receive(ANSWER_BYTES);
        }

        @Override
        void answer(End end, int bytes, int count) throws IOException, InterruptedException {
            for (int i = 0; i < count; i++) {
                end.receive(bytes);
            }
            end.send(ANSWER_BYTES);
        }
    };

    private static final int ANSWER_BYTES = 8;

    /** Sends messages of this size, and returns once the other end has answered all. */
    abstract void begin(End end, int bytes, int count) throws IOException, InterruptedException;

    abstract void answer(End end, int bytes, int count) throws IOException, InterruptedException;
}
