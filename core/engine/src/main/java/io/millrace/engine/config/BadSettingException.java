package io.millrace.engine.config;

/** A configured value that is not allowed, or an unknown key. The message says what is allowed. */
public final class BadSettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    public BadSettingException(String message) {
        super(message);
    }

    public BadSettingException(String message, Throwable cause) {
        super(message, cause);
    }

    /** {@code millrace.sort.threads is -1; allowed: 1 to 1024}. */
    public static BadSettingException value(String key, String value, String allowed) {
        return new BadSettingException(key + " is " + value + "; allowed: " + allowed);
    }
}
