package io.millrace.engine.plan;

/** How map output gets to reduce tasks (Hone, EDBT 2014, section 4.1). */
public enum ShuffleKind {
    AUTO,
    PULL,
    PUSH,
    HYBRID
}
