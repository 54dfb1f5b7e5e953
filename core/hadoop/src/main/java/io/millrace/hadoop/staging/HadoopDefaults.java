package io.millrace.hadoop.staging;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;

/**
 * The content of Hadoop's default and site files, read once per class loader that finds them:
 * reading them takes longer than a small job. Thread-safe.
 */
final class HadoopDefaults {

    private static final Map<ClassLoader, Files> READ =
            Collections.synchronizedMap(new WeakHashMap<>());

    private HadoopDefaults() {}

    /** The equivalent of {@code new JobConf(file)} on this thread. */
    static JobConf with(Path file) {
        ClassLoader loader = loader();
        Files defaults = READ.get(loader);
        if (defaults == null || defaults.outdated) {
            defaults = Files.read(loader);
            READ.put(loader, defaults);
        }
        JobConf conf = new JobConf(defaults);
        conf.setClassLoader(loader);
        conf.addResource(file);
        return conf;
    }

    private static ClassLoader loader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? Configuration.class.getClassLoader() : loader;
    }

    /**
     * Notices when somebody adds a default file: Hadoop notifies every configuration that reads
     * them.
     */
    private static final class Files extends Configuration {

        private volatile boolean outdated;

        static Files read(ClassLoader loader) {
            Files files = new Files();
            files.setClassLoader(loader);
            files.size(); // reads them A loader may be collected before the process ends, so
            // nothing here may hold it.
            files.setClassLoader(HadoopDefaults.class.getClassLoader());
            return files;
        }

        @Override
        public synchronized void reloadConfiguration() {
            outdated = true;
            super.reloadConfiguration();
        }
    }
}
