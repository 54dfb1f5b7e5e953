package io.millrace.records.writable;

/** A field of a record, which is a column. */
public record WritableField(String name, WritableForm form) {

    @Override
    public String toString() {
        return name + ", " + form;
    }
}
