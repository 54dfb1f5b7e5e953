package io.millrace.bench.combiners;

import io.millrace.bench.peer.LauncherContender;
import java.util.ArrayList;
import java.util.List;

/** Ways to run the jobs; the first is what the others are compared with. */
enum CombinerWay {
    STOCK("Hadoop's local runner"),
    HADOOP("Hadoop's classes in Millrace"),
    MILLRACE("Millrace"),
    WORKERS("Millrace, 2 workers");

    private final String title;

    CombinerWay(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Options of the job. */
    List<String> options() {
        return switch (this) {
            case STOCK -> {
                List<String> options = new ArrayList<>(LauncherContender.STOCK_LOCAL_FILES);
                options.addAll(List.of("-D", "mapreduce.framework.name=local"));
                yield options;
            }
            case HADOOP -> List.of("-D", "millrace.task.runner=hadoop");
            case MILLRACE -> List.of();
            case WORKERS -> List.of("-D", "millrace.workers=2");
        };
    }
}
