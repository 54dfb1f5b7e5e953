package io.millrace.exchange.ucx;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The functions of libucp that are used here, as in ucp.h of UCX 1.13. Structures are filled in
 * with the offsets that `offsetof` gives for these headers on 64-bit Linux: their fields are
 * selected by masks, and new versions only append fields, so old callers stay right.
 */
final class Ucp {

    /** A status: done. */
    static final int OK = 0;

    /** A status: not done yet. */
    static final int IN_PROGRESS = 1;

    /** A status: ended before it was done. */
    static final int CANCELED = -16;

    private static final int LAST_ERROR = -100;
    private static final int MAX_TEXT = 128;

    /** The version of the interface that is used here: that of the headers. */
    static final int API_MAJOR = 1;

    static final int API_MINOR = 11;

    private final Foreign foreign;
    final Functions.Fill version;
    final Functions.MakeVersion init;
    final Functions.Release cleanup;
    final Functions.Make workerCreate;
    final Functions.Release workerDestroy;
    final Functions.Make workerAddress;
    final Functions.ReleasePart releaseAddress;
    final Functions.Status progress;
    final Functions.Make endpointCreate;
    final Functions.Begin endpointClose;
    final Functions.Send send;
    final Functions.Begin receive;
    final Functions.ReleasePart releaseData;
    final Functions.Status check;
    final Functions.Release free;
    private final Functions.Text text;

    /** A function for errors of an endpoint, without which the library's log reports each. */
    final long errorHandler;

    Ucp(Foreign library) throws UcxException {
        foreign = library;
        version = library.function("ucp_get_version", Functions.Fill.class);
        init = library.function("ucp_init_version", Functions.MakeVersion.class);
        cleanup = library.function("ucp_cleanup", Functions.Release.class);
        workerCreate = library.function("ucp_worker_create", Functions.Make.class);
        workerDestroy = library.function("ucp_worker_destroy", Functions.Release.class);
        workerAddress = library.function("ucp_worker_get_address", Functions.Make.class);
        releaseAddress =
                library.function("ucp_worker_release_address", Functions.ReleasePart.class);
        progress = library.function("ucp_worker_progress", Functions.Status.class);
        endpointCreate = library.function("ucp_ep_create", Functions.Make.class);
        endpointClose = library.function("ucp_ep_close_nbx", Functions.Begin.class);
        send = library.function("ucp_stream_send_nbx", Functions.Send.class);
        receive = library.function("ucp_stream_recv_data_nb", Functions.Begin.class);
        releaseData = library.function("ucp_stream_data_release", Functions.ReleasePart.class);
        check = library.function("ucp_request_check_status", Functions.Status.class);
        free = library.function("ucp_request_free", Functions.Release.class);
        text = library.function("ucs_status_string", Functions.Text.class);
        errorHandler = library.nothing(long.class, long.class, int.class);
    }

    long addressOf(ByteBuffer direct) {
        return foreign.addressOf(direct);
    }

    ByteBuffer memoryAt(long address, long length) {
        return foreign.memoryAt(address, length);
    }

    /** Whether a result, a pointer or a status, is an error. */
    static boolean isError(long result) {
        return result < 0 && result >= LAST_ERROR;
    }

    void check(int status, String what) throws UcxException {
        if (status != OK) {
            throw failed(status, what);
        }
    }

    /** Makes a thing of an owner; the caller keeps memory reachable that the parameters name. */
    long make(Functions.Make function, long owner, ByteBuffer parameters, String what)
            throws UcxException {
        ByteBuffer result = Foreign.zeros(Long.BYTES);
        try {
            check(function.call(owner, addressOf(parameters), addressOf(result)), what);
            return result.getLong(0);
        } finally {
            Reference.reachabilityFence(parameters);
        }
    }

    /** The failure of a function, in the library's words. */
    UcxException failed(int status, String what) {
        long at = text.call(status);
        ByteBuffer bytes = memoryAt(at, MAX_TEXT);
        StringBuilder words = new StringBuilder();
        for (byte each = bytes.get(); each != 0 && bytes.hasRemaining(); each = bytes.get()) {
            words.append((char) each);
        }
        return new UcxException("UCX cannot " + what + ": " + words);
    }

    /** A string of C. */
    static ByteBuffer string(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return Foreign.zeros(bytes.length + 1).put(bytes).rewind();
    }
}
