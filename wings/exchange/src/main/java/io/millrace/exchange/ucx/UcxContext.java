package io.millrace.exchange.ucx;

import java.nio.ByteBuffer;

/** The networks of this machine, as UCX sees them. Used by one thread at a time. */
final class UcxContext {

    /** ucp_params_t: 80 bytes in UCX 1.13, the mask of its fields and the features. */
    private static final int PARAMETERS_BYTES = 256;

    private static final long FIELD_FEATURES = 1;
    private static final int FEATURES_AT = 8;
    private static final long FEATURE_STREAM = 1 << 5;

    private final Ucp ucp;
    private final long handle;

    UcxContext(Ucp ucp) throws UcxException {
        this.ucp = ucp;
        ByteBuffer parameters = Foreign.zeros(PARAMETERS_BYTES);
        parameters.putLong(0, FIELD_FEATURES).putLong(FEATURES_AT, FEATURE_STREAM);
        handle =
                ucp.make(
                        (none, its, result) ->
                                ucp.init.call(Ucp.API_MAJOR, Ucp.API_MINOR, its, 0, result),
                        0,
                        parameters,
                        "look for networks");
    }

    long handle() {
        return handle;
    }

    /** All of its workers must be closed. */
    void close() {
        ucp.cleanup.call(handle);
    }
}
