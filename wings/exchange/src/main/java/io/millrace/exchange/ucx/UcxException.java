package io.millrace.exchange.ucx;

import java.io.IOException;

/** UCX is not available, or one of its functions failed. */
public final class UcxException extends IOException {

    private static final long serialVersionUID = 1;

    UcxException(String message) {
        super(message);
    }

    UcxException(String message, Throwable cause) {
        super(message, cause);
    }
}
