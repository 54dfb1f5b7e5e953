package io.millrace.exchange.config;

import io.millrace.engine.config.Key;
import io.millrace.engine.plan.RunCompression;
import java.util.List;

/** The keys of the exchange between workers. */
public final class ExchangeKeys {

    private static final int DAY_SECONDS = 86_400;

    public static final Key<TransportKind> TRANSPORT =
            Key.oneOf(
                    "millrace.exchange.transport",
                    TransportKind.AUTO,
                    "Transport of messages between workers: memory if they are threads of one"
                            + " process, and TCP otherwise (auto); shared memory between workers of"
                            + " one machine, and TCP otherwise (shared); RDMA through the library"
                            + " UCX where both exist, and TCP otherwise (rdma); or always TCP"
                            + " (tcp).");

    public static final Key<ExchangeAlgorithm> ALGORITHM =
            Key.oneOf(
                    "millrace.exchange.algorithm",
                    ExchangeAlgorithm.AUTO,
                    "Order in which a worker sends the parts of its map outputs: to all other"
                            + " workers at the same time (fully-connected), to one at a time, in"
                            + " steps (pairwise), or to one worker of each other machine, who hands"
                            + " on what is for the others there (hierarchical). With auto, the one"
                            + " that is estimated to be the fastest.");

    public static final Key<Toggle> OVERLAP =
            Key.oneOf(
                    "millrace.exchange.overlap",
                    Toggle.AUTO,
                    "Whether blocks of map output leave while their map task runs, and not when it"
                            + " has ended; with fully-connected only. With auto: if workers are on"
                            + " several machines.");

    public static final Key<RunCompression> COMPRESSION =
            Key.oneOf(
                    "millrace.exchange.compression",
                    RunCompression.AUTO,
                    "Compression of map output on its way to another worker. With auto: lz4 if the"
                            + " job asks for compressed map output, and otherwise for parts that"
                            + " would take longer on the network, as measured.");

    public static final Key<Toggle> TLS =
            Key.oneOf(
                    "millrace.exchange.tls",
                    Toggle.AUTO,
                    "Whether TLS encrypts the messages of workers, except those through shared"
                            + " memory, with a certificate that is made for the job. With auto: if"
                            + " mapreduce.shuffle.ssl.enabled is true.");

    public static final Key<String> HOST =
            Key.text(
                    "millrace.exchange.host",
                    "a host name or an address",
                    "Host at which a worker listens; the others connect to it by that name."
                            + " Unset, the loopback address if all of them are on this machine, and"
                            + " in a YARN container the name of its node.");

    public static final Key<String> PORTS =
            Key.text(
                    "millrace.exchange.ports",
                    "a port, or the first and the last one, such as 20000-20100",
                    "Ports that a worker may listen at, for networks with a firewall; unset, any"
                            + " free port.");

    public static final Key<Integer> SILENCE_SECONDS =
            Key.integer(
                    "millrace.exchange.silence.seconds",
                    30,
                    2,
                    DAY_SECONDS,
                    "Time without a sign of life after which a worker counts as lost. Workers whose"
                            + " process ends are noticed at once.");

    /** All of them. */
    public static final List<Key<?>> ALL =
            List.of(TRANSPORT, ALGORITHM, OVERLAP, COMPRESSION, TLS, HOST, PORTS, SILENCE_SECONDS);

    private ExchangeKeys() {}
}
