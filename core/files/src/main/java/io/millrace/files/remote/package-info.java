/**
 * Files in memory for other processes of the same user: a socket in the file system, one request
 * per connection. Uses Hadoop's file systems only.
 */
@NullMarked
package io.millrace.files.remote;

import org.jspecify.annotations.NullMarked;
