package io.millrace.files.remote;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The success or failure of a request. */
final class Reply {

    private static final int LONGEST = 8000;

    private Reply() {}

    static void done(DataOutputStream to) throws IOException {
        to.writeBoolean(true);
    }

    static void refused(DataOutputStream to, Throwable why) throws IOException {
        to.writeBoolean(false);
        to.writeUTF(text(why));
    }

    /**
     * @throws IOException with the other process's message, if the request failed
     */
    static void await(DataInputStream from) throws IOException {
        if (!from.readBoolean()) {
            throw new IOException(from.readUTF());
        }
    }

    /** The message of an exception, short enough to be sent. */
    static String text(Throwable why) {
        String text = why.getMessage() == null ? why.toString() : why.getMessage();
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    }
}
