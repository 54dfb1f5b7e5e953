package io.millrace.exchange.ucx;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * UCX on this machine. It is found only if all of it works: the JDK, the library, its version and a
 * context. Thread-safe.
 */
public final class Ucx {

    private static final String LIBRARY = "libucp.so.0";

    /** Drivers of InfiniBand, RoCE and iWARP list their devices here. */
    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    /** The variable that names the transports UCX may use. */
    private static final String TRANSPORTS = "UCX_TLS";

    private static final int INTS = 3 * Integer.BYTES;

    /**
     * Settings that the library reads when it is loaded, unless the environment has others. The
     * signals of faults and the functions that map memory stay those of the JVM. Shared memory is
     * among the transports that report a lost worker; the log does not warn if that setting has no
     * use with other transports. The log does not go to the program's output.
     */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "UCX_ERROR_SIGNALS", "",
                    "UCX_MEM_MMAP_HOOK_MODE", "none",
                    "UCX_MM_ERROR_HANDLING", "y",
                    "UCX_WARN_UNUSED_ENV_VARS", "n",
                    "UCX_LOG_FILE", "stderr");

    private final Ucp ucp;

    private Ucx(Ucp ucp) {
        this.ucp = ucp;
    }

    /**
     * Finds the library for a network that it is meant for.
     *
     * @throws UcxException with the reason if there is none, or no network
     */
    public static Ucx forNetwork() throws UcxException {
        checkNetwork(System.getenv(TRANSPORTS), DEVICES);
        return find();
    }

    /** Fails unless there is a device, or the user has named transports. */
    static void checkNetwork(@Nullable String transports, Path devices) throws UcxException {
        if (transports == null && !hasDevice(devices)) {
            throw new UcxException(
                    "this machine has no RDMA device in "
                            + devices
                            + " (set "
                            + TRANSPORTS
                            + " to use UCX without one)");
        }
    }

    /** Finds the library, whichever networks there are. */
    public static Ucx find() throws UcxException {
        return find(Runtime.version().feature(), LIBRARY);
    }

    /** Finds the library of this name. */
    static Ucx find(int jdk, String name) throws UcxException {
        Foreign standard = Foreign.standard(jdk);
        set(standard);
        Ucx ucx = new Ucx(new Ucp(standard.library(name)));
        ucx.checkVersion();
        new UcxContext(ucx.ucp).close();
        return ucx;
    }

    private static boolean hasDevice(Path devices) {
        if (!Files.isDirectory(devices)) {
            return false;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(devices)) {
            return all.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    private static void set(Foreign standard) throws UcxException {
        Functions.SetVariable setting = standard.function("setenv", Functions.SetVariable.class);
        SETTINGS.forEach((name, value) -> {
            ByteBuffer variable = Ucp.string(name);
            ByteBuffer text = Ucp.string(value);
            try {
                setting.call(standard.addressOf(variable), standard.addressOf(text), 0);
            } finally {
                Reference.reachabilityFence(variable);
                Reference.reachabilityFence(text);
            }
        });
    }

    private void checkVersion() throws UcxException {
        ByteBuffer numbers = Foreign.zeros(INTS);
        long at = ucp.addressOf(numbers);
        ucp.version.call(at, at + Integer.BYTES, at + 2 * Integer.BYTES);
        int major = numbers.getInt();
        int minor = numbers.getInt();
        if (major != Ucp.API_MAJOR || minor < Ucp.API_MINOR) {
            throw new UcxException("UCX 1.11 or a later 1.x is needed, not " + major + "." + minor);
        }
    }

    /** A new worker of UCX. The caller closes it. */
    public UcxWorker worker() throws UcxException {
        return new UcxWorker(ucp);
    }
}
