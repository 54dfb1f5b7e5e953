package io.millrace.ui.metrics;

/** A metric of jobs, under its Prometheus name. A counter's name gets the suffix {@code _total}. */
enum Metric {
    JOBS_RUNNING(Kind.GAUGE, "millrace_jobs_running", "", "Jobs with running tasks."),
    JOBS_ENDED(Kind.COUNTER, "millrace_jobs_ended", "state", "Finished jobs by state."),
    ATTEMPTS_RUNNING(Kind.GAUGE, "millrace_attempts_running", "kind", "Running attempts."),
    TASKS_WAITING(
            Kind.GAUGE,
            "millrace_tasks_waiting",
            "kind",
            "Tasks of running jobs without a running attempt."),
    SLOTS(Kind.GAUGE, "millrace_slots", "kind", "Tasks that the engine can run at the same time."),
    MEMORY_HELD(
            Kind.GAUGE,
            "millrace_memory_held_bytes",
            "",
            "Record memory in use by jobs and files of the process."),
    MEMORY_LIMIT(Kind.GAUGE, "millrace_memory_limit_bytes", "", "Limit of record memory."),
    RECORDS(
            Kind.COUNTER,
            "millrace_records",
            "at",
            "Records at the input and output of mappers and reducers."),
    FILE_BYTES(
            Kind.COUNTER,
            "millrace_file_bytes",
            "direction",
            "Bytes of input and output files, as their formats count them."),
    SHUFFLED(Kind.COUNTER, "millrace_shuffled_bytes", "", "Bytes read by reduce attempts."),
    SPILLED(Kind.COUNTER, "millrace_spilled_bytes", "", "Bytes of runs spilled to disk."),
    PHASE_SECONDS(
            Kind.COUNTER,
            "millrace_phase_seconds",
            "phase",
            "Thread time by phase, counted when an attempt leaves the phase.");

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

    /** The label; empty if the metric has a single number. */
    String label() {
        return label;
    }

    String help() {
        return help;
    }
}
