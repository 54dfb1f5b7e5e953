package io.millrace.bench.exchange;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The process of a far end. Its standard input has the invitation, and then a line for each talk.
 */
public final class FarProcess {

    /** The line that it writes when its end is open, and after each talk. */
    static final String DONE = "done";

    private FarProcess() {}

    /** Answers until its standard input ends. */
    public static void main(String[] arguments) throws Exception {
        endWithTheProcessOfTheNearEnd();
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String invitation = orders.readLine();
        if (invitation == null) {
            return;
        }
        String[] words = invitation.split(" ", 3);
        try (End end = Route.valueOf(words[0]).join(words[1], words[2])) {
            System.out.println(DONE);
            answer(orders, end);
        }
    }

    private static void answer(BufferedReader orders, End end)
            throws IOException, InterruptedException {
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            String[] words = line.split(" ", 3);
            Talk.valueOf(words[0])
                    .answer(end, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            System.out.println(DONE);
        }
    }

    /** An end that waits for a message does not read its standard input. */
    private static void endWithTheProcessOfTheNearEnd() {
        Thread watch =
                new Thread(() -> {
                    ProcessHandle.current().parent().ifPresent(near -> near.onExit().join());
                    Runtime.getRuntime().halt(1);
                });
        watch.setDaemon(true);
        watch.start();
    }
}
