package io.millrace.ui.metrics;

/**
 * What is told about jobs, as Prometheus names it. A counter's name gets {@code _total} behind it.
 */
enum Metric {
    JOBS_RUNNING(Kind.GAUGE, "millrace_jobs_running", "", "Jobs whose tasks run."),
    JOBS_ENDED(Kind.COUNTER, "millrace_jobs_ended", "state", "Jobs that have ended, by how."),
    ATTEMPTS_RUNNING(
            Kind.GAUGE, "millrace_attempts_running", "kind", "Attempts that run, map or reduce."),
    TASKS_WAITING(
            Kind.GAUGE,
            "millrace_tasks_waiting",
            "kind",
            "Tasks of running jobs that have not ended and have no attempt that runs."),
    SLOTS(Kind.GAUGE, "millrace_slots", "kind", "Tasks that the engine runs at once."),
    MEMORY_HELD(
            Kind.GAUGE,
            "millrace_memory_held_bytes",
            "",
            "Record memory that jobs and files of the process hold."),
    MEMORY_LIMIT(
            Kind.GAUGE, "millrace_memory_limit_bytes", "", "Record memory that they may hold."),
    RECORDS(
            Kind.COUNTER,
            "millrace_records",
            "at",
            "Records at the mappers' and the reducers' input and output."),
    FILE_BYTES(
            Kind.COUNTER,
            "millrace_file_bytes",
            "direction",
            "Bytes of input and output files, as their formats count them."),
    SHUFFLED(Kind.COUNTER, "millrace_shuffled_bytes", "", "Bytes that reduce attempts have read."),
    SPILLED(
            Kind.COUNTER,
            "millrace_spilled_bytes",
            "",
            "Bytes of runs that memory had no room for and that went to disk."),
    PHASE_SECONDS(
            Kind.COUNTER,
            "millrace_phase_seconds",
            "phase",
            "Time that threads spent in each phase of attempts that have left it.");

    enum Kind {
        GAUGE,
        COUNTER
    }

    private final Kind kind;
    private final String title;
    private final String label;
    private final String help;

    Metric(Kind kind, String title, String label, String help) {
        this.kind = kind;
        this.title = title;
        this.label = label;
        this.help = help;
    }

    Kind kind() {
        return kind;
    }

    String title() {
        return title;
    }

    /** What its numbers differ in; empty if it has only one. */
    String label() {
        return label;
    }

    String help() {
        return help;
    }
}
