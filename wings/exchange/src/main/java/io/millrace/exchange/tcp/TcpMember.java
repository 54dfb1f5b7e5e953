package io.millrace.exchange.tcp;

import io.millrace.exchange.call.Ports;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.wire.WireKind;
import java.time.Duration;

/**
 * A worker that meets the others by TCP.
 *
 * @param member what it brings to any gang
 * @param rank its number, from 0
 * @param attempt the attempt of its task; a later one takes the place of an earlier one
 * @param secret the gang's
 * @param ports where it listens
 * @param silence how long another worker may be silent before it counts as lost
 * @param wireKind the way of the bytes, of the same kind for all workers of the gang
 */
public record TcpMember(
        GangMember member,
        int rank,
        int attempt,
        SharedSecret secret,
        Ports ports,
        Duration silence,
        WireKind wireKind) {}
