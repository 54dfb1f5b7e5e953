package io.millrace.workers.pool.child;

import io.millrace.engine.config.Settings;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.MeetingPlace;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/** The machine of the job's process, which has made all directories. */
record LocalPlace(List<Path> spills) implements WorkerPlace {

    @Override
    public MeetingPlace meeting(String name) {
        return new LocalMeetingFile(Path.of(name));
    }

    @Override
    public String host(Settings job) {
        return InetAddress.getLoopbackAddress().getHostAddress();
    }

    @Override
    public Path logs(Path named) {
        return named;
    }
}
