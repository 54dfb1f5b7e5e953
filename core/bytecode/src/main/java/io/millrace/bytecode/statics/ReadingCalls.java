package io.millrace.bytecode.statics;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognizes, by name, calls of JDK and Hadoop methods that only read an object. An unknown call
 * counts as a change.
 */
final class ReadingCalls {

    private static final Pattern LOOKS =
            Pattern.compile(
                    "(get(?!And)|is|has(?!Next)|contains|indexOf|lastIndexOf|compare(?!And)|find|first|last|floor|ceiling|higher|lower)([A-Z].*)?"
                            + "|equals|equalsIgnoreCase|hashCode|toString|toArray|size|length|charAt|iterator|keySet"
                            + "|values|entrySet|copyBytes|clone|ordinal|name"
                            + "|intValue|longValue|doubleValue|booleanValue|floatValue");

    /** Packages whose methods do what their names say, except for the types below. */
    private static final Pattern KNOWN =
            Pattern.compile(
                    "(java/(lang|math|io|net|util|time)|javax|org/apache/hadoop|org/apache/avro|org/joda/time"
                            + "|com/google/common/(base|collect|primitives)|com/fasterxml/jackson"
                            + "|org/apache/commons/(lang3?|logging)|org/slf4j|org/apache/log4j|org/apache/logging"
                            + "|scala(?!/collection/mutable))/.*");

    /** Types that even reading changes: they advance, or use internal buffers or caches. */
    private static final Pattern MOVING =
            Pattern.compile(
                    "java/util/(Random|SplittableRandom|Scanner|StringTokenizer|WeakHashMap|.*Calendar|Formatter|Date|ServiceLoader|zip/.*)"
                            + "|java/util/(function|stream)/.*|java/util/regex/Matcher"
                            + "|java/net/(?!UR[IL]$).*"
                            + "|.*(Comparator|Stream|Reader|Buffer|Iterator|Enumeration)");

    /** Methods of any known type that neither keep nor change their argument. */
    private static final Set<String> TAKES =
            Set.of(
                    "equals",
                    "compareTo",
                    "compare",
                    "contains",
                    "containsKey",
                    "containsValue",
                    "get",
                    "getOrDefault",
                    "indexOf",
                    "write",
                    "collect",
                    "print",
                    "println",
                    "valueOf",
                    "hash",
                    "binarySearch",
                    "toString",
                    "hashCode",
                    "deepToString",
                    "join",
                    "format",
                    "getCounter",
                    "incrCounter",
                    "requireNonNull",
                    "append",
                    "trace",
                    "debug",
                    "info",
                    "warn",
                    "error",
                    "fatal");

    /**
     * Methods of Hadoop's types that copy the argument's content instead of keeping the argument.
     */
    private static final Set<String> COPIES =
            Set.of(
                    "org/apache/hadoop/io/Text.set",
                    "org/apache/hadoop/io/BytesWritable.set",
                    "java/util/HashSet.<init>",
                    "java/util/HashMap.<init>",
                    "java/util/ArrayList.<init>",
                    "java/util/TreeMap.<init>",
                    "java/util/TreeSet.<init>",
                    "java/util/Arrays.copyOf",
                    "java/util/Arrays.copyOfRange",
                    "java/util/List.copyOf",
                    "java/util/Set.copyOf",
                    "java/lang/String.<init>",
                    "org/apache/hadoop/io/Text.<init>");

    private static final String COLLECTIONS = "java/util/";

    private ReadingCalls() {}

    /** Whether objects of that class change only through methods whose names say so. */
    static boolean harmless(String type) {
        return KNOWN.matcher(type).matches() && !MOVING.matcher(type).matches();
    }

    /** Whether a method only reads its object, if no subclass differs. */
    static boolean looks(String owner, String name) {
        if (name.equals("write")) {
            return (owner.startsWith("org/apache/hadoop/io/") && owner.endsWith("Writable"))
                    || owner.equals("org/apache/hadoop/io/Text");
        }
        return harmless(owner) && LOOKS.matcher(name).matches();
    }

    /** Whether a method only reads that argument, counted from 0. */
    static boolean takes(String owner, String name, int argument) {
        if (name.equals("getOrDefault")) {
            return argument == 0 && KNOWN.matcher(owner).matches();
        }
        if (name.equals("append") && !owner.startsWith("java/lang/")) {
            return false;
        }
        return (TAKES.contains(name) && KNOWN.matcher(owner).matches())
                || COPIES.contains(owner + "." + name);
    }

    /** Whether a method copies a collection or an array, so that both have the same elements. */
    static boolean copiesElements(String owner, String name) {
        return owner.startsWith(COLLECTIONS) && COPIES.contains(owner + "." + name);
    }
}
