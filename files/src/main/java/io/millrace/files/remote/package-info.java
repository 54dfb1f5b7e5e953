/**
 * Files in memory as other processes of the same user see them: a socket in the file system, one
 * request for each connection. Knows Hadoop's file systems and nothing of where their bytes lie.
 */
@NullMarked
package io.millrace.files.remote;

import org.jspecify.annotations.NullMarked;
