package io.millrace.collective.transport;

import io.millrace.engine.memory.MemoryAccount;
import java.time.Duration;

/**
 * A worker as the place where it meets the others has to know it.
 *
 * @param gang the name of its gang, which all of its workers and its job's client know
 * @param size how many workers the gang has
 * @param patience what it does while it waits
 * @param time how long it waits for all the others
 * @param memory what the messages that it sends are made of
 */
public record GangMember(
        String gang, int size, Patience patience, Duration time, MemoryAccount memory) {}
