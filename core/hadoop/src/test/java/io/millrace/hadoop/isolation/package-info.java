/** What running attempts share of a job's classes: jobs written for one task per process. */
package io.millrace.hadoop.isolation;
