package io.millrace.hadoop.watch;

import io.millrace.engine.config.BadSettingException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;

/** Fails whenever it is told of a job that asks for it, as that job says; notes what it is told. */
public final class UnrulyObserver implements JobObserver {

    static final String FAILURE = "test.observer.failure";
    static final List<String> TOLD = new CopyOnWriteArrayList<>();

    @Override
    public void submitted(Configuration conf) {
        note("submitted", conf, "");
    }

    @Override
    public void started(WatchedJob job) {
        note("started", job.conf(), " " + job.state());
    }

    @Override
    public void ended(WatchedJob job) {
        note("ended", job.conf(), " " + job.state());
    }

    private static void note(String what, Configuration conf, String state) {
        String failure = conf.get(FAILURE);
        if (failure == null) {
            return;
        }
        TOLD.add(what + state);
        switch (failure) {
            case "exception" -> throw new IllegalStateException("an observer fails");
            case "error" -> throw new NoClassDefFoundError("an observer fails");
            case "refusal" -> throw new BadSettingException(FAILURE + " cannot be done");
            default -> {}
        }
    }
}
