/** Classes of a job, in a package that is neither Hadoop's nor Millrace's. */
package job;
