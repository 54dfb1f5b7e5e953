package io.millrace.records.paged;

import io.millrace.records.config.PagedKeys;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Checks that the sources of paged files have not changed since. A source that no longer exists is
 * accepted: the paged files have all of its records. Used by one thread.
 */
final class SourceCheck {

    private final Configuration conf;
    private final boolean off;
    private final Set<SourceFile> checked = new HashSet<>();

    SourceCheck(Configuration conf) {
        this.conf = conf;
        off = !conf.getBoolean(PagedKeys.CHECK, true);
    }

    void check(PagedFile file) throws IOException {
        for (SourceFile source : file.sources()) {
            if (!off && checked.add(source)) {
                check(file, source);
            }
        }
    }

    private void check(PagedFile file, SourceFile then) throws IOException {
        Path path = new Path(then.path());
        SourceFile now;
        try {
            now = SourceFile.of(path.getFileSystem(conf).getFileStatus(path));
        } catch (FileNotFoundException e) {
            return;
        }
        if (now.length() != then.length() || now.modified() != then.modified()) {
            throw new BadPagedFileException(
                    file.path(),
                    "The file contains the records of %s, which has changed since: %s. Build the index again, or set %s=false to read the records as they were."
                            .formatted(then.path(), then.difference(now), PagedKeys.CHECK));
        }
    }
}
