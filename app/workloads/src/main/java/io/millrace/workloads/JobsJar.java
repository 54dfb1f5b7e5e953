package io.millrace.workloads;

/** The jars of workloads' programs, in the directory of example jobs. */
public enum JobsJar {
    HADOOP_EXAMPLES("hadoop-mapreduce-examples.jar"),
    MILLRACE_APPS("millrace-apps.jar");

    private final String fileName;

    JobsJar(String fileName) {
        this.fileName = fileName;
    }

    public String fileName() {
        return fileName;
    }
}
