package io.millrace.exchange.config;

/** The transport of messages between workers. */
public enum TransportKind {
    /** Memory if the workers are threads of one process, otherwise TCP. */
    AUTO,
    /** TCP, between threads as well. */
    TCP
}
