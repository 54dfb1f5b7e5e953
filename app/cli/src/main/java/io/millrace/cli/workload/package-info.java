/** Lists and explains the workloads, and writes their inputs. */
@NullMarked
package io.millrace.cli.workload;

import org.jspecify.annotations.NullMarked;
