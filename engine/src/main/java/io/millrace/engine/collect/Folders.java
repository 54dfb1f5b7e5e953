package io.millrace.engine.collect;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.Combiner.Folder;
import io.millrace.engine.record.RecordSink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The combiner instances of one fill of a table, one for each partition that needed one. Not
 * thread-safe.
 */
final class Folders {

    private final Combiner combiner;
    private final @Nullable Folder[] open;

    Folders(Combiner combiner, int partitions) {
        this.combiner = combiner;
        this.open = new Folder[partitions];
    }

    Folder of(int partition) throws IOException, InterruptedException {
        Folder folder = open[partition];
        if (folder == null) {
            folder = combiner.openFolder(partition);
            if (folder == null) {
                throw new IllegalStateException(
                        "this combiner has to see whole runs; the plan must not choose a table for it");
            }
            open[partition] = folder;
        }
        return folder;
    }

    /** Ends all instances; the next fill has new ones. */
    void finish(RecordSink out) throws IOException, InterruptedException {
        for (int partition = 0; partition < open.length; partition++) {
            Folder folder = open[partition];
            if (folder != null) {
                open[partition] = null;
                folder.finish(out);
            }
        }
    }

    void discard() {
        for (int partition = 0; partition < open.length; partition++) {
            Folder folder = open[partition];
            if (folder != null) {
                open[partition] = null;
                folder.discard();
            }
        }
    }
}
