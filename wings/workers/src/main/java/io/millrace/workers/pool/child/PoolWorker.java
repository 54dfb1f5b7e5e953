package io.millrace.workers.pool.child;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.remote.WorkerEngine;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.JobShape;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.exchange.tcp.TcpGang;
import io.millrace.exchange.tcp.TcpMember;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.wire.WireKind;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.counters.GarbageCollectionTime;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.PartialReduceRounds;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.workers.fork.child.AttemptRunner;
import io.millrace.workers.fork.child.AttemptThread;
import io.millrace.workers.fork.child.AttemptThread.AttemptStreams;
import io.millrace.workers.fork.child.ForkedJob;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import io.millrace.workers.pool.ExchangeChoices;
import io.millrace.workers.pool.ForSlot;
import io.millrace.workers.pool.WorkerSpec;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts of a worker: an engine, the exchange of map output, and a thread for each slot. */
public final class PoolWorker {

    /**
     * How long workers wait for each other. The process of the job replaces those that end, or ends
     * the job; a cluster takes ten minutes to find that a node has failed.
     */
    private static final Duration MEETING = Duration.ofDays(1);

    private static final long SIGN_MILLIS = 1000;

    /** Each attempt has its own files, which its threads find: the streams stay as they are. */
    private static final AttemptStreams OWN_FILES =
            new AttemptStreams() {
                @Override
                public void begin(Path logs) {}

                @Override
                public void end() {}
            };

    private final List<AttemptThread> slots = new ArrayList<>();
    private final MessageChannel link;
    private final WorkerEngine engine;
    private final @Nullable StagedOutputs outputs;
    private volatile float progress;

    private PoolWorker(MessageChannel link, WorkerEngine engine, @Nullable StagedOutputs outputs) {
        this.link = link;
        this.engine = engine;
        this.outputs = outputs;
    }

    /** Starts a worker, which takes orders from this link and reports over it. */
    public static PoolWorker start(WorkerSpec spec, WorkerPlace place, MessageChannel link)
            throws IOException {
        JobEnvironment environment = spec.job().environment();
        // Its value may refer to a property of the client's process, as that of the launcher does.
        environment.conf().setInt(TaskKeys.WORKERS.name(), spec.workers());
        Settings settings = HadoopKeys.settings(environment.conf());
        MemoryBudget memory = spec.job().resources().newMemory(settings);
        TaskAttempts tasks = new TaskAttempts(environment, memory, null);
        ForkedJob job = new ForkedJob(environment, tasks);
        JobShape shape = tasks.shape();
        ExchangeChoices choices =
                ExchangeChoices.of(environment, spec.workers(), shape.compresses());
        WorkerEngine engine =
                WorkerEngine.open(
                        job,
                        choices.shape(shape, environment.conf()),
                        settings,
                        spec.job().resources(),
                        memory,
                        place.spills());
        boolean exchanges = job.reduceTasks() > 0;
        StagedOutputs outputs = exchanges ? new StagedOutputs(engine) : null;
        OutputExchange exchange =
                outputs == null
                        ? null
                        : OutputExchange.open(
                                gang(spec, place, settings, memory),
                                outputs,
                                choices.terms(),
                                why -> end(link, why));
        PoolWorker worker = new PoolWorker(link, engine, outputs);
        RoundCounts counts = new RoundCounts();
        if (exchanges) {
            engine.reducePartially(
                    new PartialReduceRounds(environment, tasks, counts::add),
                    spec.ranges().first(spec.rank()),
                    spec.ranges().end(spec.rank()));
        }
        WorkerHost host = new WorkerHost(engine, exchange, spec.ranges(), place, counts);
        GarbageCollectionTime collections = new GarbageCollectionTime();
        for (int slot = 0; slot < spec.job().resources().slots(); slot++) {
            int number = slot;
            AttemptThread thread =
                    new AttemptThread(
                            new AttemptRunner(tasks, environment.conf(), host, collections),
                            report -> link.send(new ForSlot(number, report)),
                            OWN_FILES);
            thread.start("slot-" + (slot + 1));
            worker.slots.add(thread);
        }
        return worker;
    }

    /**
     * Begins to give signs of life to the process of the job, until the connection ends: before the
     * worker loads its job, which takes long on a busy machine.
     */
    public static void showLife(MessageChannel link) {
        Threads.create("millrace-alive", () -> giveSigns(link)).start();
    }

    private static void giveSigns(MessageChannel link) {
        try {
            while (true) {
                Thread.sleep(SIGN_MILLIS);
                link.send(new ForSlot(ForSlot.NONE, new Report.Alive()));
            }
        } catch (IOException | InterruptedException e) {
            // The thread that serves notices the end.
        }
    }

    /** A worker that cannot exchange map output is of no use: another one takes its place. */
    private static void end(MessageChannel link, IOException why) {
        why.printStackTrace();
        try {
            link.close();
        } catch (IOException e) {
            // It has ended already.
        }
    }

    private static TcpGang gang(
            WorkerSpec spec, WorkerPlace place, Settings settings, MemoryBudget memory)
            throws IOException {
        GangIdentity identity = Objects.requireNonNull(spec.identity());
        String asked = ExchangeKeys.HOST.in(settings);
        String host = asked.isEmpty() ? place.host(settings) : asked;
        String job = spec.job().environment().id().toString();
        GangMember member =
                new GangMember(
                        job,
                        spec.workers(),
                        WaitPolicy.PLAIN,
                        MEETING,
                        memory.account(MemoryUse.MESSAGES, job));
        return TcpGang.open(
                new TcpMember(
                        member,
                        spec.rank(),
                        spec.start(),
                        identity.secret(),
                        Ports.of(host, ExchangeKeys.PORTS.in(settings)),
                        Duration.ofSeconds(ExchangeKeys.SILENCE_SECONDS.in(settings)),
                        WireKind.of(ExchangeKeys.TRANSPORT.in(settings), identity.tls())),
                place.meeting(spec.meeting()));
    }

    /**
     * Carries out orders until there are no more.
     *
     * @throws IOException if the connection has ended without a last order
     */
    public void serve() throws IOException {
        while (true) {
            DataInputStream in = link.receive();
            int slot = in.readInt();
            Order order = Order.readFrom(in, (directories, who) -> engine.intake(who));
            if (order instanceof Order.End) {
                return;
            } else if (slot == ForSlot.NONE) {
                carryOut(order);
            } else {
                slots.get(slot).carryOut(order);
            }
        }
    }

    /** How much of the job is done, from 0 to 1, as the process of the job last said. */
    public float progress() {
        return progress;
    }

    /** Carries out an order to the worker as a whole, before any later order. */
    private void carryOut(Order order) {
        if (outputs != null && order instanceof Order.Publish publish) {
            outputs.publish(publish.attempts());
        } else if (outputs != null && order instanceof Order.Keep keep) {
            outputs.keep(keep.attempt(), keep.tasksWait());
        } else if (outputs != null && order instanceof Order.Drop drop) {
            outputs.drop(drop.attempt());
        } else if (order instanceof Order.Progress known) {
            progress = known.done();
        } else if (!(order instanceof Order.Alive)) {
            throw new IllegalStateException("a worker cannot carry out " + order);
        }
    }
}
