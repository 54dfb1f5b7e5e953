package io.millrace.exchange.ucx;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The foreign-function API (java.lang.foreign), by reflection, because this code is compiled for
 * and by JDK 17. Pointers are longs everywhere. Immutable.
 */
final class Foreign {

    /** The first JDK with the API. */
    private static final int FIRST_JDK = 22;

    private static final String API = "java.lang.foreign.";

    private final Object linker;
    private final Object lookup;
    private final MethodHandle addressOf;
    private final MethodHandle memoryAt;

    private Foreign(Object linker, Object lookup, MethodHandle addressOf, MethodHandle memoryAt) {
        this.linker = linker;
        this.lookup = lookup;
        this.addressOf = addressOf;
        this.memoryAt = memoryAt;
    }

    /**
     * The API of this JVM, with the functions of the C library.
     *
     * @param jdk the version of this JVM
     */
    static Foreign standard(int jdk) throws UcxException {
        if (jdk < FIRST_JDK) {
            throw new UcxException("it needs JDK " + FIRST_JDK + " or newer, not JDK " + jdk);
        }
        try {
            Object linker = type("Linker").getMethod("nativeLinker").invoke(null);
            Object lookup = type("Linker").getMethod("defaultLookup").invoke(linker);
            return new Foreign(linker, lookup, addressOf(), memoryAt());
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    /** The functions of a library, which stays loaded. */
    Foreign library(String name) throws UcxException {
        try {
            Method loading =
                    type("SymbolLookup").getMethod("libraryLookup", String.class, type("Arena"));
            Object its = loading.invoke(null, name, global());
            return new Foreign(linker, its, addressOf, memoryAt);
        } catch (ReflectiveOperationException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                throw new UcxException("the library " + name + " is not installed", e);
            }
            throw failed(e);
        }
    }

    /** A function as the only method of an interface of ints and longs. */
    <T> T function(String name, Class<T> as) throws UcxException {
        try {
            Object options = Array.newInstance(type("Linker$Option"), 0);
            Method linking =
                    type("Linker")
                            .getMethod(
                                    "downcallHandle",
                                    type("MemorySegment"),
                                    type("FunctionDescriptor"),
                                    options.getClass());
            Method method = as.getMethods()[0];
            MethodType its =
                    MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            Object handle = linking.invoke(linker, symbol(name), descriptor(its), options);
            return MethodHandleProxies.asInterfaceInstance(as, (MethodHandle) handle);
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    private Object symbol(String name) throws ReflectiveOperationException, UcxException {
        Method find = type("SymbolLookup").getMethod("find", String.class);
        Optional<?> symbol = (Optional<?>) find.invoke(lookup, name);
        if (symbol.isEmpty()) {
            throw new UcxException("the library lacks the function " + name);
        }
        return symbol.get();
    }

    /** The address of a function that does nothing, for native code to call. */
    long nothing(Class<?>... parameters) throws UcxException {
        MethodHandle empty = MethodHandles.empty(MethodType.methodType(void.class, parameters));
        try {
            Object options = Array.newInstance(type("Linker$Option"), 0);
            Method making =
                    type("Linker")
                            .getMethod(
                                    "upcallStub",
                                    MethodHandle.class,
                                    type("FunctionDescriptor"),
                                    type("Arena"),
                                    options.getClass());
            Object stub = making.invoke(linker, empty, descriptor(empty.type()), global(), options);
            return (long) type("MemorySegment").getMethod("address").invoke(stub);
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    /** The lifetime of what is never released. */
    private static Object global() throws ReflectiveOperationException {
        return type("Arena").getMethod("global").invoke(null);
    }

    private static Object descriptor(MethodType type) throws ReflectiveOperationException {
        Class<?> layout = type("MemoryLayout");
        Object layouts = Array.newInstance(layout, type.parameterCount());
        for (int i = 0; i < type.parameterCount(); i++) {
            Array.set(layouts, i, layout(type.parameterType(i)));
        }
        Class<?> descriptor = type("FunctionDescriptor");
        Class<?> result = type.returnType();
        return result == void.class
                ? descriptor.getMethod("ofVoid", layouts.getClass()).invoke(null, layouts)
                : descriptor
                        .getMethod("of", layout, layouts.getClass())
                        .invoke(null, layout(result), layouts);
    }

    private static Object layout(Class<?> type) throws ReflectiveOperationException {
        String name = type == int.class ? "JAVA_INT" : "JAVA_LONG";
        return type("ValueLayout").getField(name).get(null);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(API + name);
    }

    private static MethodHandle addressOf() throws ReflectiveOperationException {
        Class<?> segment = type("MemorySegment");
        MethodHandles.Lookup all = MethodHandles.publicLookup();
        MethodHandle ofBuffer =
                all.findStatic(segment, "ofBuffer", MethodType.methodType(segment, Buffer.class));
        MethodHandle address =
                all.findVirtual(segment, "address", MethodType.methodType(long.class));
        return MethodHandles.filterReturnValue(ofBuffer, address);
    }

    private static MethodHandle memoryAt() throws ReflectiveOperationException {
        Class<?> segment = type("MemorySegment");
        Object everything =
                segment.getMethod("reinterpret", long.class)
                        .invoke(segment.getField("NULL").get(null), Long.MAX_VALUE);
        MethodHandles.Lookup all = MethodHandles.publicLookup();
        MethodHandle slice =
                all.findVirtual(
                                segment,
                                "asSlice",
                                MethodType.methodType(segment, long.class, long.class))
                        .bindTo(everything);
        MethodHandle buffer =
                all.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class));
        return MethodHandles.filterReturnValue(slice, buffer);
    }

    /** The address of a direct buffer's position. The caller keeps the buffer reachable. */
    long addressOf(Buffer direct) {
        try {
            return (long) addressOf.invokeExact(direct);
        } catch (Throwable e) {
            throw new IllegalStateException("no address of " + direct, e); // it is not direct
        }
    }

    /** Native memory, which the caller uses as long as it is valid. */
    ByteBuffer memoryAt(long address, long length) {
        try {
            return (ByteBuffer) memoryAt.invokeExact(address, length);
        } catch (Throwable e) {
            throw new IllegalStateException("no buffer of " + length + " bytes", e); // too long
        }
    }

    /** Zeros outside the heap, in the order of this machine. */
    static ByteBuffer zeros(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    private static UcxException failed(ReflectiveOperationException e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        return new UcxException("native functions cannot be called: " + cause, e);
    }
}
