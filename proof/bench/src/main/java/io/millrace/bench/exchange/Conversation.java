package io.millrace.bench.exchange;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Two ends: one is used by the calling thread, and the other by a partner that answers. */
final class Conversation implements Way {

    private final End near;
    private final Partner partner;

    private Conversation(End near, Partner partner) {
        this.near = near;
        this.partner = partner;
    }

    /** Opens the near end, while the partner opens the far one. */
    static Way open(Callable<End> opening, Partner partner) throws Exception {
        End near = null;
        boolean met = false;
        try {
            near = opening.call();
            partner.await();
            met = true;
            return new Conversation(near, partner);
        } finally {
            if (!met) {
                close(near, partner);
            }
        }
    }

    @Override
    public long run(Talk talk, int bytes, int count) throws Exception {
        partner.answer(talk, bytes, count);
        long start = System.nanoTime();
        talk.begin(near, bytes, count);
        long elapsed = System.nanoTime() - start;
        partner.await();
        return elapsed;
    }

    @Override
    public void close() throws IOException {
        close(near, partner);
    }

    private static void close(@Nullable End near, Partner partner) throws IOException {
        try (partner;
                near) {
            partner.leave();
        }
    }
}
