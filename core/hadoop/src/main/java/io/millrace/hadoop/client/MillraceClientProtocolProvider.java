package io.millrace.hadoop.client;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lets Hadoop's clients find Millrace: responds if {@code mapreduce.framework.name} is {@code
 * millrace}.
 *
 * <p>Hadoop loads this class in every client that has the jar on its class path, including clients
 * of other frameworks. If it cannot be loaded, the other frameworks fail as well. It therefore
 * names only classes of Hadoop's client, is compiled for Java 8, and uses reflection for everything
 * else once Millrace is selected.
 */
public final class MillraceClientProtocolProvider extends ClientProtocolProvider {

    private static final String FRAMEWORK = "millrace";
    private static final String CLIENT = "io.millrace.hadoop.client.MillraceClient";

    private static final int OLDEST_JAVA = 17;

    @Override
    public @Nullable ClientProtocol create(Configuration conf) throws IOException {
        String framework = conf.get(MRConfig.FRAMEWORK_NAME);
        if (framework == null || !framework.trim().equals(FRAMEWORK)) {
            leaveLocalFiles(conf);
            return null;
        }
        checkJava(System.getProperty("java.specification.version"));
        return open(conf);
    }

    /**
     * Millrace's launcher makes every job read local files through Millrace's classes, which tasks
     * of another framework cannot find.
     */
    private static void leaveLocalFiles(Configuration conf) {
        leave(
                conf,
                "fs.file.impl",
                "io.millrace.files.direct.DirectLocalFileSystem",
                "org.apache.hadoop.fs.LocalFileSystem");
        leave(
                conf,
                "fs.AbstractFileSystem.file.impl",
                "io.millrace.files.direct.DirectLocalFs",
                "org.apache.hadoop.fs.local.LocalFs");
    }

    private static void leave(Configuration conf, String key, String ours, String hadoops) {
        if (ours.equals(conf.get(key))) {
            conf.set(key, hadoops);
        }
    }

    /** Ignores the address: everything is in this process. */
    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf)
            throws IOException {
        return create(conf);
    }

    /** Does nothing: jobs belong to the process, not to the client that submitted them. */
    @Override
    public void close(ClientProtocol client) {}

    /**
     * Throws an error, not an exception: Hadoop hides exceptions thrown here.
     *
     * @param version {@code 1.8} or {@code 11}, for instance
     */
    static void checkJava(String version) {
        int feature = Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
        if (feature < OLDEST_JAVA) {
            throw new UnsupportedClassVersionError(
                    "Millrace needs Java "
                            + OLDEST_JAVA
                            + " or newer, but this is Java "
                            + version
                            + " at "
                            + System.getProperty("java.home")
                            + "; set JAVA_HOME to a newer JDK");
        }
    }

    private static ClientProtocol open(Configuration conf) throws IOException {
        try {
            Class<?> client =
                    Class.forName(
                            CLIENT, true, MillraceClientProtocolProvider.class.getClassLoader());
            return (ClientProtocol)
                    client.getMethod("open", Configuration.class).invoke(null, conf);
        } catch (InvocationTargetException e) {
            throw rethrown(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw incomplete(e);
        } catch (LinkageError e) {
            throw incomplete(e);
        }
    }

    private static NoClassDefFoundError incomplete(Throwable cause) {
        NoClassDefFoundError error =
                new NoClassDefFoundError(
                        "a class of Millrace or of Hadoop's client is missing ("
                                + cause
                                + "); put the whole millrace-hadoop jar on the client's class path");
        error.initCause(cause);
        return error;
    }

    private static IOException rethrown(@Nullable Throwable cause) {
        if (cause instanceof LinkageError) {
            throw incomplete(cause);
        }
        if (cause instanceof Error) {
            throw (Error) cause;
        }
        if (cause instanceof RuntimeException) {
            throw (RuntimeException) cause;
        }
        return cause instanceof IOException
                ? (IOException) cause
                : new IOException("Millrace's client could not be opened", cause);
    }
}
