package io.millrace.files.remote;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Whether what was asked for could be done. */
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
     * @throws IOException with what the other process said, if it could not be done
     */
    static void await(DataInputStream from) throws IOException {
        if (!from.readBoolean()) {
            throw new IOException(from.readUTF());
        }
    }

    /** What was thrown, short enough to be sent. */
    static String text(Throwable why) {
        String text = why.getMessage() == null ? why.toString() : why.getMessage();
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    }
}
