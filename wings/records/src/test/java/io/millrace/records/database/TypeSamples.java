package io.millrace.records.database;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of each type with an order, as the texts of predicates, by the database's type name. */
final class TypeSamples {

    private static final List<String> NUMBERS = List.of("0", "2", "9", "10", "100");
    private static final List<String> DAYS =
            List.of(
                    "0099-12-31",
                    "1582-10-04",
                    "1582-10-05",
                    "1582-10-10",
                    "1582-10-14",
                    "1582-10-15",
                    "1582-10-20",
                    "1969-12-31",
                    "2024-02-29",
                    "9999-12-31");
    private static final List<String> CLOCKS =
            List.of("00:00:00", "09:59:59.5", "10:00:00", "23:59:59");
    private static final List<String> UUIDS =
            List.of(
                    "00000000-0000-0000-0000-000000000001",
                    "7fffffff-ffff-ffff-ffff-ffffffffffff",
                    "F0000000-0000-0000-0000-000000000000");
    private static final List<String> WORDS = List.of("abc", "abd", "b10", "b90");

    private TypeSamples() {}

    /** The samples of a database; a type without any must not have an order. */
    static Map<String, List<String>> of(TestDatabase database) {
        Map<String, List<String>> samples = new LinkedHashMap<>();
        if (database.isPostgres()) {
            for (String type : List.of("int2", "int4", "int8", "oid", "float4", "float8")) {
                samples.put(type, NUMBERS);
            }
            samples.put(
                    "numeric", List.of("-2.5", "1.123", "5", "10", "1" + "0".repeat(60) + ".5"));
            samples.put("bool", List.of("false", "true"));
            for (String type : List.of("text", "varchar", "name", "bpchar")) {
                samples.put(type, WORDS);
            }
            samples.put("char", List.of("a", "b", "9"));
            samples.put("time", CLOCKS);
        } else {
            for (String type :
                    List.of(
                            "TINYINT",
                            "SMALLINT",
                            "INTEGER",
                            "BIGINT",
                            "UTINYINT",
                            "USMALLINT",
                            "UINTEGER",
                            "FLOAT",
                            "DOUBLE")) {
                samples.put(type, NUMBERS);
            }
            samples.put("UBIGINT", List.of("2", "10", "18446744073709551615"));
            samples.put(
                    "HUGEINT",
                    List.of("-3", "20", "100", "170141183460469231731687303715884105727"));
            samples.put("UHUGEINT", List.of("2", "10", "340282366920938463463374607431768211455"));
            samples.put(
                    "BIGNUM",
                    List.of("-20", "3", "9", "123456789012345678901234567890123456789012"));
            samples.put("DECIMAL", List.of("-2.500", "1.123", "10.000", "999999999999.999"));
            samples.put("BOOLEAN", List.of("false", "true"));
            samples.put("VARCHAR", WORDS);
            samples.put("TIME", CLOCKS);
            samples.put("TIME_NS", CLOCKS);
            samples.put("TIMESTAMP_S", List.of("1582-10-10 12:00:00", "2000-01-01 00:00:00"));
            samples.put("TIMESTAMP_MS", List.of("1582-10-10 12:00:00.123", "2000-01-01 00:00:00"));
            samples.put(
                    "TIMESTAMP_NS",
                    List.of("1700-10-10 12:00:00.123456", "2000-01-01 00:00:00.000001"));
        }
        days(samples, database.isPostgres());
        samples.put(database.isPostgres() ? "uuid" : "UUID", UUIDS);
        return samples;
    }

    private static void days(Map<String, List<String>> samples, boolean isPostgres) {
        List<String> times = DAYS.stream().map(day -> day + " 23:59:59.000001").toList();
        samples.put(isPostgres ? "date" : "DATE", DAYS);
        samples.put(isPostgres ? "timestamp" : "TIMESTAMP", times);
        samples.put(isPostgres ? "timestamptz" : "TIMESTAMP WITH TIME ZONE", times);
    }
}
