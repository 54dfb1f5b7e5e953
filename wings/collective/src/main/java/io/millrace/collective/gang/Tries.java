package io.millrace.collective.gang;

import io.millrace.engine.task.Thrown;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Retries failed user code, as Hadoop does with task attempts. */
final class Tries {

    private static final Logger LOG = LoggerFactory.getLogger(Tries.class);

    private Tries() {}

    /** One try; its effects must stay invisible unless it returns. */
    @FunctionalInterface
    interface Try<T> {

        /** The try of that number, from 0. */
        T run(int number) throws Exception;
    }

    /**
     * The result of the first try that succeeds.
     *
     * @param place describes the place of a failed try
     * @param key the key of {@code most}, the maximum number of tries
     */
    static <T> T run(Supplier<String> place, String key, int most, Try<T> work) throws Exception {
        for (int number = 0; ; number++) {
            try {
                return work.run(number);
            } catch (InterruptedException e) {
                throw e;
            } catch (Throwable thrown) { // whatever user code throws
                if (thrown instanceof VirtualMachineError) {
                    throw Thrown.again(thrown);
                }
                Throwable e = Thrown.sound(thrown);
                if (number + 1 >= most) {
                    throw new IOException(
                            place.get()
                                    + " has failed in all tries ("
                                    + key
                                    + " is "
                                    + most
                                    + "): "
                                    + Thrown.text(e),
                            e);
                }
                LOG.warn("{} failed and is retried", place.get(), e);
            }
        }
    }
}
