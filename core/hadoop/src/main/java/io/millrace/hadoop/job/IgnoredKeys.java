package io.millrace.hadoop.job;

import io.millrace.hadoop.config.HadoopKeyUse;
import io.millrace.hadoop.config.KeyOrigin;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs keys that are set but have no effect, once per process and key: as a warning if the job or
 * its command line sets one, at a lower level if a site file does.
 */
final class IgnoredKeys {

    private static final Logger LOG = LoggerFactory.getLogger(IgnoredKeys.class);
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private IgnoredKeys() {}

    /**
     * Says nothing of a job that runs in a gang: the cluster's master, containers and nodes have
     * followed these keys.
     */
    static void tell(Configuration conf) {
        if (conf.getBoolean(JobCommitter.ELSEWHERE, false)) {
            return;
        }
        for (Map.Entry<String, HadoopKeyUse> each : HadoopKeyUse.ignoredIn(conf)) {
            if (TOLD.add(each.getKey())) {
                String line =
                        "%s=%s has no effect in Millrace. %s"
                                .formatted(
                                        each.getKey(),
                                        conf.getRaw(each.getKey()),
                                        each.getValue().sentence());
                if (KeyOrigin.ofSite(conf, each.getKey())) {
                    LOG.info(line);
                } else {
                    LOG.warn(line);
                }
            }
        }
    }
}
