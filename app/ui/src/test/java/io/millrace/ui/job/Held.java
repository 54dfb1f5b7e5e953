package io.millrace.ui.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;

/** Waits with its second record until a file is there. */
public final class Held extends TokenCounterMapper {

    public static final String FILE = "test.held.file";

    private boolean begun;

    @Override
    public void map(Object key, Text line, Context context)
            throws IOException, InterruptedException {
        Path file = Path.of(context.getConfiguration().get(FILE, ""));
        while (begun && !Files.exists(file)) {
            context.progress();
            TimeUnit.MILLISECONDS.sleep(10);
        }
        begun = true;
        super.map(key, line, context);
    }
}
