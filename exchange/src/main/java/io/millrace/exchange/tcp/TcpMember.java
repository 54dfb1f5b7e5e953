package io.millrace.exchange.tcp;

import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.secret.GangSecret;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker that meets the others by TCP.
 *
 * @param member what it brings to any gang
 * @param rank its number, from 0
 * @param attempt the attempt of its task; a later one takes the place of an earlier one
 * @param secret the gang's
 * @param ports where it listens
 * @param silence how long another worker may be silent before it counts as lost
 * @param rings where workers of one machine share memory, with all workers of the gang or none;
 *     null if all bytes go through sockets
 */
public record TcpMember(
        GangMember member,
        int rank,
        int attempt,
        GangSecret secret,
        Ports ports,
        Duration silence,
        @Nullable RingDirectory rings) {}
