package io.millrace.cluster.agent;

import java.util.StringTokenizer;
import org.apache.hadoop.io.Text;

/** A program that splits a text, and prints what splits it. */
public final class Splitting {

    private Splitting() {}

    public static void main(String[] arguments) {
        StringTokenizer words = new StringTokenizer(new Text("a b").toString());
        String text = words.nextToken() + " " + words.nextToken();
        System.out.println(text + " [" + words.getClass().getName() + "]");
    }
}
