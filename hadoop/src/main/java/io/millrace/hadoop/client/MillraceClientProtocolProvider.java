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
 * Makes Hadoop's clients find Millrace: answers if {@code mapreduce.framework.name} is {@code
 * millrace}.
 *
 * <p>Hadoop loads this class in every client that has the jar on its class path, also in those that
 * want another framework, and if it cannot be loaded the other frameworks are lost as well. So it
 * names no class but Hadoop's client's own, is compiled for Java 8, and reaches all else by name
 * once it is asked for.
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
     * Our launcher has every job read local files through classes of ours, which the tasks of
     * another framework do not find.
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

    /** The address is of no use: all is in this process. */
    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf)
            throws IOException {
        return create(conf);
    }

    /** Nothing to do: jobs belong to the process, not to the client that submitted them. */
    @Override
    public void close(ClientProtocol client) {}

    /**
     * Stops with an error, not an exception: Hadoop hides exceptions that are thrown here.
     *
     * @param version {@code 1.8} or {@code 11}, for instance
     */
    static void checkJava(String version) {
        int feature = Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
        if (feature < OLDEST_JAVA) {
            throw new UnsupportedClassVersionError(
                    "Millrace needs Java "
                            + OLDEST_JAVA
                            + " or newer, this is Java "
                            + version
                            + " at "
                            + System.getProperty("java.home")
                            + "; set JAVA_HOME to a newer one");
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
                        "a part of Millrace or of Hadoop's client is missing ("
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
                : new IOException("Millrace's client cannot be opened", cause);
    }
}
