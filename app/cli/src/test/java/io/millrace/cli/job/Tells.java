package io.millrace.cli.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.GenericOptionsParser;

/**
 * Prints its arguments, or with {@code keys} first the values of the keys that follow Hadoop's own
 * options.
 */
public final class Tells {

    private Tells() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0 || !arguments[0].equals("keys")) {
            for (String argument : arguments) {
                System.out.println("<" + argument + ">");
            }
            return;
        }
        String[] rest = java.util.Arrays.copyOfRange(arguments, 1, arguments.length);
        GenericOptionsParser parser = new GenericOptionsParser(new Configuration(), rest);
        for (String key : parser.getRemainingArgs()) {
            System.out.println(key + "=" + parser.getConfiguration().get(key));
        }
        System.out.println(
                "hadoop="
                        + Configuration.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath());
        System.out.println("resource=" + (Tells.class.getResource("/found.txt") != null));
    }
}
