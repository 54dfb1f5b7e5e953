package io.millrace.exchange.config;

/** Whether messages between workers are encrypted. */
public enum TlsMode {
    /** If the job asks for that for Hadoop's shuffle. */
    AUTO,
    TRUE,
    FALSE
}
