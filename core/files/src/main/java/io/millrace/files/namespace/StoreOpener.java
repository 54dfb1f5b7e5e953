package io.millrace.files.namespace;

import io.millrace.engine.namespace.ContentsStore;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;

/**
 * Opens the store of a process's files in memory, which share memory with its jobs. Found as a
 * service.
 */
public interface StoreOpener {

    /**
     * The store of the process's file contents; the same each time. Opened with this configuration
     * if it is not open.
     *
     * @throws IOException if no spill directory is available, or the process is ending
     */
    ContentsStore open(MillraceProcess process, Configuration conf) throws IOException;

    /** The opener on this module's class path. */
    static StoreOpener find() {
        return ServiceLoader.load(StoreOpener.class, StoreOpener.class.getClassLoader())
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "no StoreOpener is on the class path; add the whole millrace-hadoop jar"));
    }
}
