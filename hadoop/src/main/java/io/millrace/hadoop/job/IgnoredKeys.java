package io.millrace.hadoop.job;

import io.millrace.hadoop.config.HadoopKeyUse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells users, once in a process for each key, of keys that they set and that have no effect. */
final class IgnoredKeys {

    private static final Logger LOG = LoggerFactory.getLogger(IgnoredKeys.class);
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    private IgnoredKeys() {}

    static void tell(Configuration conf) {
        for (Map.Entry<String, HadoopKeyUse> each : HadoopKeyUse.ignoredIn(conf)) {
            if (TOLD.add(each.getKey())) {
                LOG.info(
                        "{}={} has no effect here. {}",
                        each.getKey(),
                        conf.getRaw(each.getKey()),
                        each.getValue().sentence());
            }
        }
    }
}
