package io.millrace.exchange.gang;

import io.millrace.engine.memory.MemoryAccount;
import java.time.Duration;

/**
 * A worker's data for its rendezvous.
 *
 * @param gang the name of its gang, known to all of its workers and its job's client
 * @param size the number of workers of the gang
 * @param waitPolicy the worker's behaviour while it waits
 * @param time how long it waits for the others
 * @param memory memory for the messages that it sends
 */
public record GangMember(
        String gang, int size, WaitPolicy waitPolicy, Duration time, MemoryAccount memory) {}
