package io.millrace.hadoop.watch;

import java.util.List;

/**
 * Why a job failed, in parts. Text only: it keeps no class of the job alive. Immutable.
 *
 * @param place the attempt with its split and record, or the job's step; empty if neither is known
 * @param cause the exception and its root cause, in one line
 * @param frames the innermost frames of the job's own code, the innermost first; none if the
 *     failure did not pass through it
 * @param stack the complete stack with all causes; long ones without their middle
 */
public record JobFailure(
        String place, String cause, List<StackTraceElement> frames, String stack) {}
