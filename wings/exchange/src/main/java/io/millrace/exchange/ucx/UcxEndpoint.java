package io.millrace.exchange.ucx;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** This end of a stream of bytes each way. Used by the thread that uses its worker. */
public final class UcxEndpoint {

    /** ucp_ep_params_t: 104 bytes in UCX 1.13: the mask, the address and the handling of errors. */
    private static final int PARAMETERS_BYTES = 512;

    private static final long FIELDS_ADDRESS_AND_ERRORS = 1 | 1 << 1 | 1 << 2;
    private static final int ADDRESS_AT = 8;
    private static final int ERRORS_AT = 16;
    private static final int ERROR_HANDLER_AT = 24;

    /** A lost peer is an error of this endpoint, not the end of the process. */
    private static final int ERRORS_OF_PEER = 1;

    /** ucp_request_param_t: 72 bytes in UCX 1.13, the mask of its fields and the flags. */
    private static final int REQUEST_BYTES = 256;

    private static final int FIELD_FLAGS = 1 << 4;
    private static final int FLAGS_AT = 4;
    private static final int FORCE = 1;

    private static final int SENDS = 4;

    private final UcxWorker worker;
    private final Ucp ucp;
    private final long handle;
    private final ByteBuffer plain = Foreign.zeros(REQUEST_BYTES);
    private final ByteBuffer length = Foreign.zeros(Long.BYTES);
    private final long plainAt;
    private final long lengthAt;
    private final List<Sending> sends = new ArrayList<>();
    private int next;

    /** Bytes that have come, or an error; 0 if there are none. */
    private long received;

    /** Whether nothing comes any more. */
    private boolean ended;

    /** The status of a request to send that failed. */
    private int failed = Ucp.OK;

    private long look;
    private boolean closed;

    /** A buffer and the request that sends it. */
    private final class Sending {

        private final ByteBuffer bytes;
        private final long at;
        private long request;

        Sending(int capacity) {
            bytes = Foreign.zeros(capacity);
            at = ucp.addressOf(bytes);
        }

        boolean isOver() {
            int status = request == 0 ? Ucp.OK : ucp.check.call(request);
            if (status == Ucp.IN_PROGRESS) {
                return false;
            }
            if (request != 0) {
                ucp.free.call(request);
                request = 0;
            }
            failed = failed == Ucp.OK ? status : failed;
            return true;
        }
    }

    private UcxEndpoint(UcxWorker worker, Ucp ucp, long handle) {
        this.worker = worker;
        this.ucp = ucp;
        this.handle = handle;
        this.plainAt = ucp.addressOf(plain);
        this.lengthAt = ucp.addressOf(length);
    }

    static UcxEndpoint create(UcxWorker worker, Ucp ucp, long handle, byte[] address)
            throws UcxException {
        ByteBuffer peer = Foreign.zeros(address.length).put(address).rewind();
        ByteBuffer parameters = Foreign.zeros(PARAMETERS_BYTES);
        parameters
                .putLong(0, FIELDS_ADDRESS_AND_ERRORS)
                .putLong(ADDRESS_AT, ucp.addressOf(peer))
                .putInt(ERRORS_AT, ERRORS_OF_PEER)
                .putLong(ERROR_HANDLER_AT, ucp.errorHandler);
        try {
            long its =
                    ucp.make(ucp.endpointCreate, handle, parameters, "connect with another worker");
            return new UcxEndpoint(worker, ucp, its);
        } finally {
            Reference.reachabilityFence(peer);
        }
    }

    /** Allocates buffers of this capacity for sending. */
    public void allocate(int capacity) {
        while (sends.size() < SENDS) {
            sends.add(new Sending(capacity));
        }
    }

    /** Whether there is a buffer for the next bytes to send. */
    public boolean hasRoom() {
        return sends.get(next).isOver();
    }

    /**
     * The buffer for the next bytes to send, if there is one.
     *
     * @throws UcxException if bytes before could not be sent
     */
    public ByteBuffer room() throws UcxException {
        ucp.check(failed, "send");
        return sends.get(next).bytes.clear();
    }

    /** Sends the bytes that were put into {@link #room}. */
    public void send() throws UcxException {
        Sending sending = sends.get(next);
        long request = ucp.send.call(handle, sending.at, sending.bytes.position(), plainAt);
        if (Ucp.isError(request)) {
            failed = (int) request;
            throw ucp.failed(failed, "send");
        }
        sending.request = request;
        next = (next + 1) % sends.size();
    }

    /** Whether bytes are on their way out. */
    public boolean isSending() {
        boolean any = false;
        for (Sending each : sends) {
            any |= !each.isOver();
        }
        return any;
    }

    /** Moves bytes; returns whether some have come, or the stream has failed. */
    public boolean hasBytes() {
        if (closed || ended) {
            return false;
        }
        if (received == 0) {
            look = worker.progress(look);
            received = ucp.receive.call(handle, lengthAt);
        }
        return received != 0;
    }

    /**
     * The next bytes, which stay valid until {@link #release}; call it only if there are some.
     *
     * @throws UcxException if the stream has failed
     */
    public ByteBuffer bytes() throws UcxException {
        if (Ucp.isError(received)) {
            int status = (int) received;
            received = 0;
            ended = true;
            throw ucp.failed(status, "receive");
        }
        return ucp.memoryAt(received, length.getLong(0));
    }

    /** Gives {@link #bytes} back. */
    public void release() {
        if (received > 0 && !closed) {
            ucp.releaseData.call(handle, received);
            received = 0;
        }
    }

    /** Ends the stream; bytes on their way may be lost. Idempotent. */
    public void close() {
        if (closed) {
            return;
        }
        release();
        closed = true;
        ByteBuffer parameters = Foreign.zeros(REQUEST_BYTES);
        parameters.putInt(0, FIELD_FLAGS).putInt(FLAGS_AT, FORCE);
        long request = ucp.endpointClose.call(handle, ucp.addressOf(parameters));
        if (request != 0 && !Ucp.isError(request)) {
            worker.end(request, List.of(parameters));
        }
        for (Sending each : sends) {
            if (each.request != 0) {
                worker.end(each.request, List.of(each.bytes));
                each.request = 0;
            }
        }
        failed = failed == Ucp.OK ? Ucp.CANCELED : failed;
    }
}
