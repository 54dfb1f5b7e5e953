package io.millrace.cli.doctor;

import java.io.IOException;
import java.util.List;

/** Looks at one thing. */
interface Check {

    List<Finding> look() throws IOException;
}
