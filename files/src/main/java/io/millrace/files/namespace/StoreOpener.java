package io.millrace.files.namespace;

import io.millrace.engine.namespace.ContentsStore;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;

/** Has the memory of a process, which its files share with its jobs. Found as a service. */
public interface StoreOpener {

    /**
     * Where the contents of a process's files in memory are; the same each time. Opened with this
     * configuration if it is not open.
     *
     * @throws IOException if there is no place on disk for what memory has no room for, or the
     *     process is ending
     */
    ContentsStore open(MillraceProcess process, Configuration conf) throws IOException;

    /** The one that is on the class path beside this module. */
    static StoreOpener find() {
        return ServiceLoader.load(StoreOpener.class, StoreOpener.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a part of Millrace is missing"));
    }
}
