package io.millrace.engine.redact;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The one list of the forms in which credentials stand in texts: in URLs, options, connection
 * strings, headers and the values of settings. All that Millrace prints, logs or stores for people
 * passes through it. Thread-safe.
 */
public final class Secrets {

    /** Stands for a credential. */
    public static final String REDACTED = "<redacted>";

    private static final String WORDS =
            "pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|signature|"
                    + "(?:access|account|api|private|secret|shared|encryption|session|master)[._-]?keys?|"
                    + "keysecret|fs[.]azure[.]sas";

    /** The name of a setting whose value is a credential. */
    private static final Pattern SECRET_KEY =
            Pattern.compile("(?i).*(?:(?:" + WORDS + ")|[.]sas[.]|[.]auth[.]client[.]id$).*");

    /** The name of a setting that is about credentials and contains none. */
    private static final Pattern PLAIN_KEY =
            Pattern.compile(
                    "(?i).*[._-](?:path|file|dir|location|providers?|type|class|impl|enabled?|endpoint|url|algorithm|"
                            + "size|length|ms|seconds|interval|lifetime|exclude|max|min|servers?|mapping|principal|service|renewal|kind|"
                            + "provider[.]path|sensitive-config-keys)$"
                            + "|(?i).*[.](?:token|credentials?)[.](?:file|provider|service|kind|binary).*");

    /** A form of a credential in a text: group 1 stays, and group 2, and the rest is replaced. */
    private record Form(Pattern pattern, String replacement) {

        /** A form that the expression describes. */
        Form(String regex) {
            this(Pattern.compile(regex), "$1" + REDACTED + "$2");
        }
    }

    private static final List<Form> FORMS =
            List.of(
                    // scheme://user:password@host, but not scheme://host:port/name@domain
                    new Form("(://[^\\s:/@'\"<>]*:)(?!\\d{1,5}[/?#;,])[^\\s'\"<>]*(@)"),
                    // Oracle's user/password@host
                    new Form(
                            "(?i)(jdbc:oracle:\\w+:(?:\"[^\"]*\"|[^\\s/@:]*)/)(?:\"[^\"]*\"|[^\\s'\"]*)(@)"),
                    // Authorization: Bearer x
                    new Form("(?i)(\\b(?:bearer|basic)\\s+)[\\w+/=.~-]{8,}()"),
                    // "password": "x"
                    new Form("(?i)(\"[^\"\\s]*(?:" + WORDS + ")[^\"\\s]*\"\\s*:\\s*\")[^\"]*(\")"),
                    // password='x y', password={x;y}
                    new Form(
                            "(?i)((?:"
                                    + WORDS
                                    + ")[\\w.-]*\\s*=\\s*(?=['\"{]))(?:'[^']*'|\"[^\"]*\"|\\{[^}]*\\})()"),
                    // password=x y& in a URL, sig= of a signed one, AccountKey= of a connection
                    // string
                    new Form(
                            "(?i)((?:"
                                    + WORDS
                                    + "|[?&;](?:sig|sv_key|auth))[\\w.-]*\\s*=\\s*)(?!true\\b|false\\b|<redacted>)[^\\s&;,'\"<>)]+(?:(?: [^\\s&;='\"]+)+(?=[&;]))?()"),
                    // The names of keys of object stores
                    new Form("(\\b(?:AKIA|ASIA))[A-Z0-9]{16}\\b()"));

    private Secrets() {}

    /** The text without credentials; the same object if it has none. */
    public static String redact(String text) {
        if (!mayHaveSome(text)) {
            return text;
        }
        String found = text;
        for (Form form : FORMS) {
            found = form.pattern.matcher(found).replaceAll(form.replacement);
        }
        return found.equals(text) ? text : found;
    }

    /** The value of a setting without credentials. */
    public static String redact(String key, String value) {
        return isSecret(key) && !value.isEmpty() && !isFlag(value) ? REDACTED : redact(value);
    }

    /** Whether the value of a setting with this name is a credential. */
    public static boolean isSecret(String key) {
        return SECRET_KEY.matcher(key).matches() && !PLAIN_KEY.matcher(key).matches();
    }

    private static boolean isFlag(String value) {
        return value.equals("true") || value.equals("false");
    }

    /** Cheap, since every line of a log comes here: each form has one of these. */
    private static boolean mayHaveSome(String text) {
        return text.indexOf('=') >= 0
                || text.indexOf('@') >= 0
                || text.indexOf('"') >= 0
                || text.contains("AKIA")
                || text.contains("ASIA")
                || text.contains("earer ")
                || text.contains("asic ");
    }
}
