package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.bytecode.state.StateCall;
import io.millrace.bytecode.state.StateCalls;
import io.millrace.hadoop.scope.TaskState;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Type;

/** The guards of calls that change state of the process: none is missing, and none changes code. */
@Tag("jdk")
class StateGuardsTest {

    private static final Set<Rewrite> STATE = EnumSet.of(Rewrite.STATE);

    private static final String CALLS =
            """
            static int sum(long wide, String name, double other) throws Exception {
                int before = (int) wide;
                String old = System.setProperty("state.guards", name);
                try (java.net.ServerSocket socket = new java.net.ServerSocket(0, before)) {
                    before += socket.getLocalPort() > 0 ? 1 : 0;
                }
                BiFunction<String, String, String> set = System::setProperty;
                note(old, set.apply("state.guards", "last"), System.clearProperty("state.guards"));
                return before + (int) other;
            }

            public static void run() throws Exception {
                note(sum(3, "first", 2.5));
                TimeZone zone = TimeZone.getDefault();
                TimeZone.setDefault(TimeZone.getTimeZone("GMT+3"));
                note(TimeZone.getDefault().getID());
                TimeZone.setDefault(zone);
                attempt(() -> {
                    System.setProperty(null, "none");
                    return 0;
                });
                attempt(() -> System.clearProperty(""));
                Supplier<Properties> all = System::getProperties;
                note(all.get() == System.getProperties(), all.get().get("state.guards"));
            }
            """;

    /** Static methods whose names look like setters of the process, and that are none. */
    private static final Pattern HARMLESS =
            Pattern.compile(
                    "java/(lang/(invoke|reflect)/.*|lang/(Strict)?Math\\..*|nio/file/Files\\..*"
                            + "|util/(Arrays|Collections|EnumSet|ResourceBundle)\\..*"
                            + "|util/concurrent/locks/LockSupport\\..*"
                            + "|sql/DriverManager\\.registerDriver)"
                            + "|javax/management/(relation|loading)/.*");

    private static final List<String> MODULES =
            List.of(
                    "java.base",
                    "java.desktop",
                    "java.logging",
                    "java.management",
                    "java.naming",
                    "java.prefs",
                    "java.rmi",
                    "java.sql");

    @Test
    void guardedCodeDoesOutsideAttemptsWhatItDid() throws Exception {
        CompiledProgram program = CompiledProgram.of(CALLS, "-g");
        assertThat(program.run(STATE)).isEqualTo(program.plain());
        assertThat(program.calls(TaskState.class, "", STATE)).isEqualTo(9);
        assertThat(program.calls(TaskState.class, "", Set.of())).isZero();
    }

    @Test
    void noStaticSetterOfTheJdkIsMissing() throws Exception {
        List<String> missing = new ArrayList<>();
        for (Method method : settersOfTheJdk()) {
            String owner = Type.getInternalName(method.getDeclaringClass());
            StateCall call =
                    StateCalls.of(owner, method.getName(), Type.getMethodDescriptor(method));
            if (call == null && !HARMLESS.matcher(owner + "." + method.getName()).matches()) {
                missing.add(owner + "." + method.getName());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void eachGuardIsThere() throws Exception {
        Set<String> guards = new TreeSet<>();
        for (Method method : TaskState.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                guards.add(method.getName() + Type.getMethodDescriptor(method));
            }
        }
        Set<String> needed = new TreeSet<>();
        for (StateCall call : StateCalls.all()) {
            needed.add(
                    call.kind() == StateCall.Kind.VIEW
                            ? call.guard() + "()Ljava/util/Properties;"
                            : call.guard() + "(" + call.peeked() + "Ljava/lang/String;)V");
        }
        assertThat(needed).isEqualTo(guards);
    }

    /** A name that is not right would guard nothing. */
    @Test
    void eachMethodOfTheTableIsThere() throws Exception {
        for (String owner : StateCalls.owners()) {
            Class<?> type = Class.forName(owner.replace('/', '.'));
            Set<String> names = new TreeSet<>();
            Stream.of(type.getMethods(), type.getDeclaredMethods(), type.getDeclaredConstructors())
                    .flatMap(Arrays::<Executable>stream)
                    .map(each -> each instanceof Method method ? method.getName() : "<init>")
                    .filter(name -> StateCalls.concern(owner, name))
                    .forEach(names::add);
            assertThat(names).as(owner).containsAll(StateCalls.names(owner));
        }
    }

    private static List<Method> settersOfTheJdk() throws Exception {
        Pattern setter = Pattern.compile("(set|add|register|remove|insert|clear|deregister).*");
        List<Method> all = new ArrayList<>();
        for (Class<?> type : typesOfTheJdk()) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())
                        && Modifier.isStatic(method.getModifiers())
                        && setter.matcher(method.getName()).matches()) {
                    all.add(method);
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(50);
        return all;
    }

    private static List<Class<?>> typesOfTheJdk() throws Exception {
        List<Class<?>> all = new ArrayList<>();
        for (String name : MODULES) {
            Module module = ModuleLayer.boot().findModule(name).orElseThrow();
            Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", name);
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    String path = root.relativize(file).toString().replace(".class", "");
                    String type = path.replace('/', '.');
                    if (isPublished(module, type)) {
                        all.add(Class.forName(type, false, ClassLoader.getPlatformClassLoader()));
                    }
                }
            }
        }
        all.removeIf(type -> !Modifier.isPublic(type.getModifiers()));
        return all;
    }

    /** Of java.desktop only the beans: tasks have no screen. */
    private static boolean isPublished(Module module, String type) {
        int dot = type.lastIndexOf('.');
        return dot > 0
                && type.startsWith(module.getName().equals("java.desktop") ? "java.beans." : "java")
                && module.isExported(type.substring(0, dot));
    }
}
