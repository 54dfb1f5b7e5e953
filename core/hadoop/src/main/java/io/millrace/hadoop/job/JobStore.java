package io.millrace.hadoop.job;

import io.millrace.engine.namespace.ContentsStore;
import io.millrace.files.namespace.StoreOpener;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Lets files in memory use the record memory of jobs. Found as a service. */
public final class JobStore implements StoreOpener {

    @Override
    public ContentsStore open(MillraceProcess process, Configuration conf) throws IOException {
        return JobTable.of(process).files(conf);
    }
}
