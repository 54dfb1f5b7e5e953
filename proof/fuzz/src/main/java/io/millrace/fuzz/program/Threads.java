package io.millrace.fuzz.program;

/** Code for threads that emit. */
final class Threads {

    private static final String ACTION =
            """
            interface Action {
                void run() throws Exception;
            }
            """;

    private static final String IN_THREAD =
            """
            static void inThread(Action action) throws IOException {
                Throwable[] failure = new Throwable[1];
                Thread thread = new Thread(() -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        failure[0] = e;
                    }
                });
                thread.start();
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                if (failure[0] != null) {
                    throw new IOException(failure[0]);
                }
            }
            """;

    private static final String LATER =
            """
            public static class Later {
                private final ExecutorService threads;
                private final List<Future<?>> all = new ArrayList<>();

                Later(int threads) {
                    this.threads = Executors.newFixedThreadPool(threads);
                }

                void run(Action action) {
                    all.add(threads.submit(() -> {
                        action.run();
                        return null;
                    }));
                }

                void end() throws IOException {
                    try {
                        for (Future<?> each : all) {
                            each.get();
                        }
                    } catch (InterruptedException | ExecutionException e) {
                        throw new IOException(e.getCause());
                    } finally {
                        threads.shutdownNow();
                    }
                }
            }
            """;

    private Threads() {}

    /** Statements that another thread runs while this one waits. */
    static String waitedFor(Sketch sketch, String statements) {
        sketch.declare("Action", ACTION);
        sketch.declare("inThread", IN_THREAD);
        return "inThread(() -> {\n" + Code.indent(statements, 4) + "});\n";
    }

    /** Statements that other threads run; the task waits for them at its end. */
    static String later(Sketch sketch, Body body, int threads, String statements) {
        sketch.declare("Action", ACTION);
        sketch.declare("Later", LATER);
        body.field("private Later later;");
        body.cleanup("if (later != null) {\n    later.end();\n}");
        return "if (later == null) {\n    later = new Later("
                + threads
                + ");\n}\n"
                + "later.run(() -> {\n"
                + Code.indent(statements, 4)
                + "});\n";
    }
}
