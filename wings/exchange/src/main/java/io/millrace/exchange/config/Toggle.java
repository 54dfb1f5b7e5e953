package io.millrace.exchange.config;

/** A switch that a job may leave to Millrace. */
public enum Toggle {
    /** As the key says. */
    AUTO,
    TRUE,
    FALSE
}
