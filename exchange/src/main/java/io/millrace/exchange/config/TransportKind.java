package io.millrace.exchange.config;

/** The transport of messages between workers. */
public enum TransportKind {
    /** Memory if the workers are threads of one process, otherwise TCP. */
    AUTO,
    /** Like auto, but processes of one machine exchange messages through memory that they share. */
    SHARED,
    /** TCP, between threads as well. */
    TCP
}
