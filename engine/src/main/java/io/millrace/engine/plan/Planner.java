package io.millrace.engine.plan;
/** Chooses how a job is run. */
final class Planner {}
