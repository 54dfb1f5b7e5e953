package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.rewrite.JobCode;
import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.hadoop.scope.TaskExit;
import io.millrace.hadoop.scope.TaskState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Source code, compiled in memory, that is run as it was compiled and as a job's code is run. It is
 * the body of a class {@code Program}, with a method {@code run} that notes in the list {@code
 * seen} all that it can observe.
 */
final class CompiledProgram {

    private static final String HEAD =
            """
            import java.io.*;
            import java.util.*;
            import java.util.concurrent.Callable;
            import java.util.function.*;
            import java.util.stream.*;
            import org.apache.hadoop.io.*;
            import org.apache.hadoop.util.ExitUtil;

            public class Program {
                public static final List<String> seen = new ArrayList<>();

                static void note(Object... what) {
                    seen.add(Arrays.deepToString(what));
                }

                /** All of a text, what is behind its length included. */
                static void note(Text text) {
                    note(text.getLength(), text.getTextLength(), text.getBytes().length,
                        Arrays.toString(text.getBytes()));
                }

                interface Code {
                    Object run() throws Throwable;
                }

                /** What code gives, or its error and where that was thrown. */
                static void attempt(Code code) {
                    try {
                        note(code.run());
                    } catch (Throwable e) {
                        failed(e);
                    }
                }

                static void failed(Throwable e) {
                    note("failed", e, e.getStackTrace()[0]);
                }

            """;

    private final Map<String, byte[]> classes;

    private CompiledProgram(Map<String, byte[]> classes) {
        this.classes = classes;
    }

    /** The program, with these options of the compiler. */
    static CompiledProgram of(String body, String... options) throws IOException {
        Map<String, ByteArrayOutputStream> made = new HashMap<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "-proc:none",
                                "-nowarn",
                                "-classpath",
                                System.getProperty("java.class.path")));
        all.addAll(List.of(options));
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled =
                    compiler.getTask(
                                    errors,
                                    new InMemory(files, made),
                                    null,
                                    all,
                                    null,
                                    List.of(new Source(HEAD + body + "\n}\n")))
                            .call();
            assertThat(compiled).as(errors.toString()).isTrue();
        }
        Map<String, byte[]> classes = new HashMap<>();
        made.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return new CompiledProgram(classes);
    }

    /** What it sees as it was compiled. */
    List<String> plain() {
        return run(EnumSet.noneOf(Rewrite.class));
    }

    /** What it sees with these replacements. */
    List<String> run(Set<Rewrite> rewrites) {
        JobCode code = new JobCode(rewrites, TaskExit.class, TaskState.class);
        Map<String, byte[]> turned = new HashMap<>();
        classes.forEach((name, bytes) -> turned.put(name, code.of(bytes)));
        try {
            Class<?> program = new Defining(turned).loadClass("Program");
            program.getMethod("run").invoke(null);
            List<String> seen = new ArrayList<>();
            ((List<?>) program.getField("seen").get(null)).forEach(each -> seen.add((String) each));
            return seen;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("with " + rewrites, e);
        }
    }

    /** Runs it with all replacements, with each alone, and with all but each. */
    List<String> requireSame(Set<Rewrite> rewrites) {
        List<String> expected = plain();
        assertThat(run(rewrites)).isEqualTo(expected);
        for (Rewrite each : rewrites) {
            assertThat(run(EnumSet.of(each))).as("with %s", each).isEqualTo(expected);
            Set<Rewrite> others = EnumSet.copyOf(rewrites);
            others.remove(each);
            assertThat(run(others)).as("without %s", each).isEqualTo(expected);
        }
        return expected;
    }

    /** The number of calls of static methods of a class whose descriptors begin like that. */
    int calls(Class<?> owner, String descriptor, Set<Rewrite> rewrites) {
        JobCode code = new JobCode(rewrites, TaskExit.class, TaskState.class);
        int count = 0;
        for (byte[] each : classes.values()) {
            ClassNode type = new ClassNode();
            new ClassReader(code.of(each)).accept(type, 0);
            for (MethodNode method : type.methods) {
                for (AbstractInsnNode at : method.instructions) {
                    if (at instanceof MethodInsnNode call
                            && call.owner.equals(Type.getInternalName(owner))
                            && call.desc.startsWith(descriptor)) {
                        count++;
                    }
                }
            }
        }
        return count;
    }

    /** Defines the program's classes, and takes all else from the tests'. */
    private static final class Defining extends ClassLoader {

        private final Map<String, byte[]> classes;

        Defining(Map<String, byte[]> classes) {
            super(CompiledProgram.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Program.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Map<String, ByteArrayOutputStream> made;

        InMemory(StandardJavaFileManager files, Map<String, ByteArrayOutputStream> made) {
            super(files);
            this.made = made;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + name + ".class"), kind) {
                @Override
                public ByteArrayOutputStream openOutputStream() {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    made.put(name, out);
                    return out;
                }
            };
        }
    }
}
