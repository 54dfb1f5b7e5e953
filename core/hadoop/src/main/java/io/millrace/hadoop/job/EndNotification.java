package io.millrace.hadoop.job;

import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.config.KeyOrigin;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URL;
import java.util.Locale;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.CustomJobEndNotifier;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the URL that a job names of the job's end. Runs on the job's own thread, after the end
 * is public.
 */
final class EndNotification {

    private static final Logger LOG = LoggerFactory.getLogger(EndNotification.class);
    private static final int DEFAULT_INTERVAL_MILLIS = 30_000;

    private final JobConf conf;
    private final URL url;
    private final int tries;
    private final int intervalMillis;

    private EndNotification(JobConf conf, URL url) {
        this.conf = conf;
        this.url = url;
        boolean clusterKeys =
                KeyOrigin.chosen(conf, MRJobConfig.MR_JOB_END_NOTIFICATION_MAX_ATTEMPTS)
                        && !KeyOrigin.chosen(conf, MRJobConfig.MR_JOB_END_RETRY_ATTEMPTS);
        this.tries =
                Math.max(
                        1,
                        clusterKeys
                                ? conf.getInt(MRJobConfig.MR_JOB_END_NOTIFICATION_MAX_ATTEMPTS, 1)
                                : conf.getInt(MRJobConfig.MR_JOB_END_RETRY_ATTEMPTS, 0) + 1);
        this.intervalMillis =
                Math.max(
                        0,
                        conf.getInt(
                                clusterKeys
                                        ? MRJobConfig.MR_JOB_END_NOTIFICATION_MAX_RETRY_INTERVAL
                                        : MRJobConfig.MR_JOB_END_RETRY_INTERVAL,
                                DEFAULT_INTERVAL_MILLIS));
    }

    /**
     * The notification that the job requests; null if it requests none, or one that cannot be sent.
     */
    static @Nullable EndNotification of(JobConf conf, JobID id, State end) {
        String uri = conf.getJobEndNotificationURI();
        if (uri == null || uri.isBlank()) {
            return null;
        }
        String expanded =
                uri.trim().replace("$jobId", id.toString()).replace("$jobStatus", end.name());
        try {
            return new EndNotification(conf, new URL(expanded));
        } catch (MalformedURLException e) {
            LOG.warn(
                    "{}: cannot notify of the job's end, because {}={} is not a URL",
                    id,
                    MRJobConfig.MR_JOB_END_NOTIFICATION_URL,
                    uri);
            return null;
        }
    }

    /** Sends the notification until the answer is 200, or the job's number of tries is used up. */
    void send() throws InterruptedException {
        for (int sent = 1; sent <= tries; sent++) {
            if (sendOnce()) {
                return;
            }
            if (sent < tries) {
                Thread.sleep(intervalMillis);
            }
        }
        LOG.warn("Job end notification to {} failed in all {} tries", url, tries);
    }

    private boolean sendOnce() {
        try {
            Class<? extends CustomJobEndNotifier> custom =
                    conf.getClass(
                            MRJobConfig.MR_JOB_END_NOTIFICATION_CUSTOM_NOTIFIER_CLASS,
                            null,
                            CustomJobEndNotifier.class);
            return custom == null
                    ? get()
                    : ReflectionUtils.newInstance(custom, conf).notifyOnce(url, conf);
        } catch (Throwable e) { // the edge of user code: a job may bring its own notifier
            LOG.warn("Job end notification to {} failed: {}", url, Thrown.text(e));
            return false;
        }
    }

    private boolean get() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection(proxy());
        int timeout =
                conf.getInt(
                        MRJobConfig.MR_JOB_END_NOTIFICATION_TIMEOUT,
                        MRJobConfig.DEFAULT_MR_JOB_END_NOTIFICATION_TIMEOUT);
        connection.setConnectTimeout(timeout);
        connection.setReadTimeout(timeout);
        connection.setAllowUserInteraction(false);
        try {
            int answer = connection.getResponseCode();
            if (answer != HttpURLConnection.HTTP_OK) {
                LOG.warn("Job end notification to {} was answered with {}", url, answer);
            }
            return answer == HttpURLConnection.HTTP_OK;
        } finally {
            connection.disconnect();
        }
    }

    /** {@code host:port}, or {@code socks@host:port}, as a cluster reads it. */
    private Proxy proxy() {
        String text = conf.get(MRJobConfig.MR_JOB_END_NOTIFICATION_PROXY, "").trim();
        int at = text.indexOf('@');
        int colon = text.lastIndexOf(':');
        if (colon <= at + 1) {
            return Proxy.NO_PROXY;
        }
        Proxy.Type type =
                at > 0 && text.substring(0, at).toLowerCase(Locale.ROOT).equals("socks")
                        ? Proxy.Type.SOCKS
                        : Proxy.Type.HTTP;
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            return new Proxy(type, new InetSocketAddress(text.substring(at + 1, colon), port));
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "Ignoring {}={}: it is not host:port",
                    MRJobConfig.MR_JOB_END_NOTIFICATION_PROXY,
                    text);
            return Proxy.NO_PROXY;
        }
    }
}
