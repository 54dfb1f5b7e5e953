package io.millrace.exchange.config;

/** The transport of messages between workers. */
public enum TransportKind {
    /** Memory if the workers are threads of one process, and TCP otherwise. */
    AUTO,
    /** Shared memory between workers of one machine, threads as well, and TCP otherwise. */
    SHARED,
    /** RDMA if there is UCX and a network for it, between threads as well, and TCP otherwise. */
    RDMA,
    /** TCP, between threads as well. */
    TCP
}
