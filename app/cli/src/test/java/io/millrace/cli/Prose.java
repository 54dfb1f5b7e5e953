package io.millrace.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentences of a file that people read, with wrapped lines joined and code left out. */
record Prose(String file, List<String> pieces) {

    private static final String CODE = "X";
    private static final Pattern TOKEN =
            Pattern.compile(
                    "/\\*\\*(?<doc>.*?)\\*/|/\\*.*?\\*/|//[^\\n]*|'(?:\\\\.|[^'\\\\])++'"
                            + "|\"\"\"(?<block>.*?)\"\"\"|\"(?<string>(?:\\\\.|[^\"\\\\\\n])*+)\"",
                    Pattern.DOTALL);

    /** Of a page, all but its blocks of code. */
    static Prose ofPage(Page page) {
        String text = String.join("\n", page.prose());
        return new Prose(page.name(), List.of(joined(text.replaceAll("(`+).+?\\1", CODE))));
    }

    /** Of a Java source, its Javadoc and its strings; a concatenation of literals is one string. */
    static Prose ofSource(String file, String source) {
        List<String> pieces = new ArrayList<>();
        Matcher token = TOKEN.matcher(source);
        int endOfString = -1;
        while (token.find()) {
            if (token.group("doc") != null) {
                pieces.add(joined(withoutTags(token.group("doc"))));
            } else if (token.group("block") != null) {
                pieces.add(token.group("block"));
            } else if (token.group("string") != null) {
                String string = token.group("string");
                boolean continues =
                        endOfString >= 0
                                && source.substring(endOfString, token.start())
                                        .matches("\\s*\\+\\s*");
                pieces.add(continues ? pieces.remove(pieces.size() - 1) + string : string);
                endOfString = token.end();
            }
        }
        return new Prose(file, pieces);
    }

    private static String withoutTags(String doc) {
        return doc.replaceAll("(?m)^\\s*\\* ?", "").replaceAll("\\{@\\w+\\s[^}]*}", CODE).strip();
    }

    /** Lines of a paragraph become one; lists, tables, headings and tags keep theirs. */
    private static String joined(String text) {
        return text.replaceAll("(?<!\\n)\\n *(?![\\n#|@<-]|\\d+\\. )", " ");
    }

    /** What the pattern finds, each with some words around it. */
    List<String> find(Pattern pattern) {
        List<String> found = new ArrayList<>();
        for (String piece : pieces) {
            Matcher matcher = pattern.matcher(piece);
            while (matcher.find()) {
                int from = Math.max(0, matcher.start() - 30);
                int to = Math.min(piece.length(), matcher.end() + 30);
                found.add(file + ": ..." + piece.substring(from, to).replace('\n', ' ') + "...");
            }
        }
        return found;
    }
}
