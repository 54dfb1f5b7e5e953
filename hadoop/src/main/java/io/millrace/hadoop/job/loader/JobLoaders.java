package io.millrace.hadoop.job.loader;

import io.millrace.hadoop.config.ClassLoaderMode;
import io.millrace.hadoop.config.HadoopKeys;
import java.io.Closeable;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ApplicationClassLoader;
import org.apache.hadoop.util.StringUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the class loaders of jobs, and closes them a while after their jobs have ended.
 * Thread-safe.
 */
public final class JobLoaders {

    private static final Logger LOG = LoggerFactory.getLogger(JobLoaders.class);
    private static final long GRACE_MILLIS = 60_000;
    private static final String OUR_PACKAGES = "io.millrace.";

    private final Deque<Retired> retired = new ArrayDeque<>();

    private record Retired(Closeable loader, long atMillis) {}

    /**
     * The loader of a job's classes.
     *
     * @param parent what the submitter's own classes come from
     * @param classPath the job's jar and libjars
     * @return {@code parent} itself where there is nothing to add to it
     */
    public ClassLoader make(Configuration conf, ClassLoader parent, List<Path> classPath)
            throws MalformedURLException {
        if (classPath.isEmpty()) {
            return parent;
        }
        URL[] urls = new URL[classPath.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = classPath.get(i).toUri().toURL();
        }
        return isolated(conf)
                ? new ApplicationClassLoader(urls, parent, systemClasses(conf))
                : new URLClassLoader("millrace-job", urls, parent);
    }

    private static boolean isolated(Configuration conf) {
        return conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)
                || HadoopKeys.JOB_CLASSLOADER.in(HadoopKeys.settings(conf))
                        == ClassLoaderMode.ISOLATED;
    }

    private static List<String> systemClasses(Configuration conf) {
        String[] configured =
                conf.getTrimmedStrings(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER_SYSTEM_CLASSES);
        List<String> all =
                new ArrayList<>(
                        Arrays.asList(
                                configured.length > 0
                                        ? configured
                                        : StringUtils.getTrimmedStrings(
                                                ApplicationClassLoader.SYSTEM_CLASSES_DEFAULT)));
        all.add(OUR_PACKAGES);
        return all;
    }

    /**
     * Gives back a job's loader. Threads that user code left behind may still load classes, so it
     * is not closed at once, but when a later job ends.
     */
    public void retire(ClassLoader loader, ClassLoader parent) {
        long now = System.currentTimeMillis();
        List<Closeable> due = new ArrayList<>();
        synchronized (this) {
            if (!loader.equals(parent) && loader instanceof Closeable closeable) {
                retired.add(new Retired(closeable, now));
            }
            while (!retired.isEmpty() && retired.getFirst().atMillis() + GRACE_MILLIS <= now) {
                due.add(retired.removeFirst().loader());
            }
        }
        due.forEach(JobLoaders::close);
    }

    private static void close(Closeable loader) {
        try {
            loader.close();
        } catch (IOException e) {
            LOG.debug("A job's class loader could not be closed", e);
        }
    }
}
