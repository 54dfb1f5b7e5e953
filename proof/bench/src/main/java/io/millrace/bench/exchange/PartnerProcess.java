package io.millrace.bench.exchange;

import io.millrace.bench.frame.ThisProcess;
import io.millrace.measure.MeasurementException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A far end in another process, which ends with this one. */
final class PartnerProcess implements Partner {

    private static final int CLOSE_SECONDS = 20;

    private final Route route;
    private final Process process;
    private final Writer orders;
    private final BufferedReader answers;

    private PartnerProcess(Route route, Process process) {
        this.route = route;
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts the process, which opens its end.
     *
     * @param there turns its command into one that runs where the far end is
     * @param host where the far end listens
     * @param address that of the near end
     */
    static Partner start(
            UnaryOperator<List<String>> there, Route route, String host, String address)
            throws IOException {
        List<String> command = ThisProcess.another(FarProcess.class);
        PartnerProcess partner =
                new PartnerProcess(
                        route,
                        new ProcessBuilder(there.apply(command))
                                .redirectError(ProcessBuilder.Redirect.INHERIT)
                                .start());
        partner.order(route + " " + host + " " + address);
        return partner;
    }

    private void order(String line) throws IOException {
        orders.write(line + "\n");
        orders.flush();
    }

    @Override
    public void answer(Talk talk, int bytes, int count) throws IOException {
        order(talk + " " + bytes + " " + count);
    }

    @Override
    public void await() throws IOException, MeasurementException {
        if (!FarProcess.DONE.equals(answers.readLine())) {
            throw new MeasurementException(
                    "the process of the far end of "
                            + route
                            + " has failed; standard error has its message");
        }
    }

    @Override
    public void leave() {
        try {
            orders.close();
        } catch (IOException e) {
            // The process has died, and took no order: it has left.
        }
    }

    @Override
    public void close() {
        boolean ended = false;
        try {
            ended = process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            process.destroyForcibly();
        }
    }
}
