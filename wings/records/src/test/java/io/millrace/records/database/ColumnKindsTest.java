package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.math.BigInteger;
import java.sql.Types;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kinds of types, as the drivers of eight databases describe them. */
class ColumnKindsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OTHER    | HUGEINT          | java.math.BigInteger | DECIMAL", // DuckDB
                "OTHER    | UBIGINT          | java.math.BigInteger | DECIMAL",
                "OTHER    | BIGNUM           | java.lang.String     | DECIMAL",
                "OTHER    | INTERVAL         | java.lang.String     | OTHER",
                "OTHER    | ENUM             | java.lang.String     | OTHER",
                "FLOAT    | FLOAT            | java.lang.Float      | REAL",
                "OTHER    | inet             | java.lang.Object     | OTHER", // PostgreSQL
                "DOUBLE   | money            | java.lang.Double     | OTHER",
                "TIME     | timetz           | java.sql.Time        | OTHER",
                "TIME     | time             | java.sql.Time        | TIME",
                "VARCHAR  | mood             | java.lang.String     | OTHER", // an enumeration
                "VARCHAR  | name             | java.lang.String     | CHARACTERS",
                "CHAR     | bpchar           | java.lang.String     | CHARACTERS",
                "BIT      | bool             | java.lang.Boolean    | BOOLEAN",
                "BIT      | bit              | java.lang.Boolean    | OTHER",
                "BIGINT   | BIGINT UNSIGNED  | java.math.BigInteger | DECIMAL", // MySQL, MariaDB
                "CHAR     | ENUM             | java.lang.String     | OTHER",
                "CHAR     | SET              | java.lang.String     | OTHER",
                "DATE     | YEAR             | java.sql.Date        | OTHER",
                "LONGVARCHAR | JSON          | java.lang.String     | OTHER",
                "LONGVARCHAR | LONGTEXT      | java.lang.String     | CHARACTERS",
                "FLOAT    | FLOAT            | java.lang.Double     | DOUBLE", // HSQLDB, H2
                "CHAR     | CHARACTER        | java.lang.String     | CHARACTERS",
                "CLOB     | CHARACTER LARGE OBJECT(10) | java.sql.Clob | CHARACTERS",
                "VARCHAR  | VARCHAR_IGNORECASE | java.lang.String   | CHARACTERS",
                "OTHER    | INTERVAL DAY TO SECOND | java.lang.Object | OTHER",
                "OTHER    | ENUM('char')     | java.lang.Object     | OTHER",
                "VARCHAR  | VARCHAR2         | java.lang.String     | CHARACTERS", // Oracle
                "NUMERIC  | NUMBER           | java.math.BigDecimal | DECIMAL",
                "VARCHAR  | VARCHAR(20)      | java.lang.Object     | TEXT", // SQLite
                "VARCHAR  | POINT            | java.lang.Object     | OTHER",
            })
    void aTypeHasTheKindOfItsValuesAndNotOfItsText(
            String jdbcType, String typeName, String className, ValueKind kind) throws Exception {
        int number = Types.class.getField(jdbcType).getInt(null);
        assertThat(ColumnKinds.of(number, typeName, className)).isEqualTo(kind);
    }

    @Test
    void noTypeThatIsUnknownHasAnOrder() throws Exception {
        Set<ValueKind> ofBits = EnumSet.noneOf(ValueKind.class);
        for (Field each : Types.class.getFields()) {
            ValueKind kind = ColumnKinds.of(each.getInt(null), "strange", "java.lang.Object");
            if (kind == ValueKind.TEXT || kind == ValueKind.CHARACTERS) {
                ofBits.add(kind);
            }
        }
        assertThat(ofBits).isEmpty();
        assertThat(ColumnKinds.of(-104, "INTERVALDS", "oracle.sql.INTERVALDS"))
                .isEqualTo(ValueKind.OTHER);
        assertThat(ColumnKinds.of(101, "BINARY_DOUBLE", "java.lang.Double"))
                .isEqualTo(ValueKind.DOUBLE);
        assertThat(ColumnKinds.of(Types.SMALLINT, "x", BigInteger.class.getName()))
                .isEqualTo(ValueKind.DECIMAL);
    }
}
