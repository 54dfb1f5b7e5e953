/** Looking at a machine and a class path for what would make jobs fail, slow or unsafe. */
@NullMarked
package io.millrace.cli.doctor;

import org.jspecify.annotations.NullMarked;
