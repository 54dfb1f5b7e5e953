import org.apache.spark.sql.SparkSession;

/**
 * One query of Spark SQL over delimited text: {@code QUERY OUTPUT (TABLE COLUMNS PATH)...}. It
 * writes lines with tabs, as Hadoop's jobs do.
 */
public final class SparkSql {

    public static void main(String[] arguments) throws Exception {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            for (int i = 2; i < arguments.length; i += 3) {
                spark.read()
                        .schema(arguments[i + 1])
                        .option("sep", "|")
                        .option("quote", "")
                        .csv(arguments[i + 2])
                        .createOrReplaceTempView(arguments[i]);
            }
            spark.sql(arguments[0])
                    .write()
                    .option("sep", "\t")
                    .option("quote", "")
                    .csv(arguments[1]);
        }
    }
}
