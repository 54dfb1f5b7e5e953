package io.millrace.bench.exchange;

import java.io.Closeable;
import java.io.IOException;

/** The far end of a conversation, as the thread of the near end sees it. */
interface Partner extends Closeable {

    /** Lets the far end answer, which has answered everything before. */
    void answer(Talk talk, int bytes, int count) throws IOException;

    /** Waits until the far end is open, or has answered. */
    void await() throws Exception;

    /** Lets the far end close: two workers close their connections together. */
    void leave();

    /** Waits until the far end, which has been asked to leave, is closed. */
    @Override
    void close();
}
