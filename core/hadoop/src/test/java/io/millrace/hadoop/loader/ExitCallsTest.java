package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.rewrite.ExitCalls;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.hadoop.scope.TaskExit;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.util.ExitUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls that would end the process end the attempt, and nothing else is changed by that. */
@Tag("jdk")
class ExitCallsTest {

    private static final Set<Rewrite> EXIT = EnumSet.of(Rewrite.EXIT);

    private static final String HARMLESS =
            """
            interface Marked {}

            static Runtime none() {
                return null;
            }

            static Object copy(Object object) throws Exception {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                new ObjectOutputStream(out).writeObject(object);
                return new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())) {
                    @Override
                    protected Class<?> resolveClass(ObjectStreamClass type) throws ClassNotFoundException {
                        return Class.forName(type.getName(), false, Program.class.getClassLoader());
                    }
                }.readObject();
            }

            public static void run() throws Exception {
                long wide = 3;
                Runtime local = null;
                try {
                    wide += wide * local.hashCode();
                } catch (NullPointerException e) {
                    failed(e);
                }
                try {
                    local.exit((int) wide);
                } catch (NullPointerException e) {
                    failed(e);
                }
                attempt(() -> {
                    none().halt(4);
                    return 0;
                });
                IntConsumer exit = (IntConsumer & Serializable) System::exit;
                IntConsumer bound = (IntConsumer & Serializable) v -> Runtime.getRuntime().exit(v);
                note(copy(exit) instanceof IntConsumer, copy(bound) instanceof IntConsumer);
            }
            """;

    private static final String ENDINGS =
            """
            interface Marked {}

            public static void run() {
                attempt(() -> {
                    System.exit(1);
                    return 0;
                });
                attempt(() -> {
                    Runtime.getRuntime().halt(2);
                    return 0;
                });
                IntConsumer exit = System::exit;
                IntConsumer bound = Runtime.getRuntime()::exit;
                BiConsumer<Runtime, Integer> unbound = Runtime::halt;
                IntConsumer marked = (IntConsumer & Marked) System::exit;
                BiConsumer<Integer, String> named = ExitUtil::terminate;
                attempt(() -> {
                    exit.accept(3);
                    return 0;
                });
                attempt(() -> {
                    bound.accept(4);
                    return 0;
                });
                attempt(() -> {
                    unbound.accept(Runtime.getRuntime(), 5);
                    return 0;
                });
                attempt(() -> {
                    marked.accept(6);
                    return 0;
                });
                attempt(() -> {
                    named.accept(7, "why");
                    return 0;
                });
            }
            """;

    @Test
    void whatDoesNotEndTheProcessIsAsItWas() throws Exception {
        CompiledProgram program = CompiledProgram.of(HARMLESS, "-g");
        assertThat(program.run(EXIT)).isEqualTo(program.plain());
        assertThat(String.join("", program.plain())).contains("because \"local\" is null");
    }

    @Test
    void whatEndsTheProcessFailsHoweverItIsCalled() throws Exception {
        List<String> seen = CompiledProgram.of(ENDINGS).run(EXIT);
        assertThat(seen).hasSize(7).allMatch(each -> each.contains("The call ends the attempt"));
    }

    @Test
    void allMethodsThatEndTheProcessAreThere() throws Exception {
        for (Class<?> type : List.of(System.class, Runtime.class, ExitUtil.class)) {
            for (Method method : type.getDeclaredMethods()) {
                if (ExitCalls.concern(type.getName().replace('.', '/'), method.getName())) {
                    Class<?>[] parameters =
                            Modifier.isStatic(method.getModifiers())
                                    ? method.getParameterTypes()
                                    : Stream.concat(
                                                    Stream.of(type),
                                                    Stream.of(method.getParameterTypes()))
                                            .toArray(Class<?>[]::new);
                    assertThat(TaskExit.class.getMethod(method.getName(), parameters))
                            .as(method.toString())
                            .isNotNull();
                }
            }
        }
    }
}
