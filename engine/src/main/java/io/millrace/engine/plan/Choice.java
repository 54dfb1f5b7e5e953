package io.millrace.engine.plan;

/**
 * One choice made for a job.
 *
 * @param name what was chosen, in the words of the configuration key without its prefix
 * @param value the choice
 * @param reason why, in a few words for people
 */
public record Choice<T>(String name, T value, String reason) {

    @Override
    public String toString() {
        return name + " = " + value + " (" + reason + ")";
    }
}
