package io.millrace.exchange.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Moves the bytes of its endpoints. Used by one thread at a time. */
public final class UcxWorker implements AutoCloseable {

    /** How long a closed worker waits for the end of what it was doing. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** ucp_worker_params_t: 200 bytes in UCX 1.13, the mask of its fields and the thread mode. */
    private static final int PARAMETERS_BYTES = 512;

    private static final long FIELD_THREAD_MODE = 1;
    private static final int THREAD_MODE_AT = 8;

    /** Several threads, one at a time. */
    private static final int SERIALIZED = 1;

    private final Ucp ucp;
    private final UcxContext context;
    private final long handle;

    /** Requests of closed endpoints, with the memory that they use. */
    private final List<Ending> ending = new ArrayList<>();

    private long looks;
    private boolean closed;

    private record Ending(long request, List<ByteBuffer> memory) {}

    UcxWorker(Ucp ucp) throws UcxException {
        this.ucp = ucp;
        this.context = new UcxContext(ucp);
        boolean created = false;
        try {
            handle = create();
            created = true;
        } finally {
            if (!created) {
                context.close();
            }
        }
    }

    private long create() throws UcxException {
        ByteBuffer parameters = Foreign.zeros(PARAMETERS_BYTES);
        parameters.putLong(0, FIELD_THREAD_MODE).putInt(THREAD_MODE_AT, SERIALIZED);
        return ucp.make(ucp.workerCreate, context.handle(), parameters, "open the networks");
    }

    /** The address by which another worker reaches this one. */
    public byte[] address() throws UcxException {
        ByteBuffer result = Foreign.zeros(2 * Long.BYTES);
        long at = ucp.addressOf(result);
        ucp.check(ucp.workerAddress.call(handle, at, at + Long.BYTES), "give its address");
        long address = result.getLong();
        long length = result.getLong();
        byte[] bytes = new byte[Math.toIntExact(length)];
        ucp.memoryAt(address, length).get(bytes);
        ucp.releaseAddress.call(handle, address);
        return bytes;
    }

    /**
     * This end of a stream with another worker, which makes the other end in the same way. The
     * caller closes it.
     *
     * @throws UcxException if no network of both machines leads there
     */
    public UcxEndpoint connect(byte[] address) throws UcxException {
        return UcxEndpoint.create(this, ucp, handle, address);
    }

    /** Moves bytes, unless that has been done since the caller's last look; returns this look. */
    long progress(long lastLook) {
        if (lastLook == looks) {
            progress();
        }
        return looks;
    }

    private void progress() {
        looks++;
        ucp.progress.call(handle);
        if (!ending.isEmpty()) {
            ending.removeIf(each -> isOver(each.request));
        }
    }

    private boolean isOver(long request) {
        if (ucp.check.call(request) == Ucp.IN_PROGRESS) {
            return false;
        }
        ucp.free.call(request);
        return true;
    }

    /** Keeps memory until the request that uses it is over. */
    void end(long request, List<ByteBuffer> memory) {
        ending.add(new Ending(request, memory));
    }

    /** Its endpoints must be closed. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        long deadline = System.nanoTime() + CLOSE_NANOS;
        while (!ending.isEmpty() && System.nanoTime() - deadline < 0) {
            progress();
        }
        ucp.workerDestroy.call(handle); // what is not over ends with it
        context.close();
    }
}
