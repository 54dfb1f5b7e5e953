"""Reads the table UserVisits with another library, on one thread.

Arguments: the library, duckdb or polars, and the file.
Each line on the input asks for a reading of some columns, two or nine. The answer is the processor
time in seconds, and totals of all that was read: records, bytes of text, and sums of numbers.
"""

import os
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "1"

NUMBERS = {"visitDate": "DATE", "adRevenue": "DOUBLE", "duration": "INTEGER"}
NAMES = ["sourceIP", "destURL", "visitDate", "adRevenue", "userAgent", "countryCode",
         "languageCode", "searchWord", "duration"]
TEXTS = [name for name in NAMES if name not in NUMBERS]


def duckdb(file):
    import duckdb as library

    connection = library.connect()
    connection.execute("SET threads = 1")
    columns = ", ".join("'%s': '%s'" % (name, NUMBERS.get(name, "VARCHAR")) for name in NAMES)
    query = ("SELECT count(*), %s FROM read_csv('" + file.replace("'", "''").replace("%", "%%")
             + "', header = false, delim = '|', quote = '', escape = '', columns = {" + columns + "})")
    bytes_of_all = "sum(" + " + ".join("strlen(%s)" % name for name in TEXTS) + ")"
    two = query % "sum(strlen(sourceIP)), sum(adRevenue)"
    nine = query % (bytes_of_all + ", sum(adRevenue), sum(visitDate - DATE '1970-01-01'), sum(duration)")
    return {"two": lambda: connection.execute(two).fetchone(),
            "nine": lambda: connection.execute(nine).fetchone()}


def polars(file):
    import polars as library

    kinds = {"DATE": library.Date, "DOUBLE": library.Float64, "INTEGER": library.Int32}
    schema = {name: kinds.get(NUMBERS.get(name), library.String) for name in NAMES}

    def totals(*columns):
        scan = library.scan_csv(file, separator="|", has_header=False, quote_char=None, schema=schema)
        return scan.select(library.len().alias("records"), *columns).collect().row(0)

    revenue = library.col("adRevenue").sum()
    bytes_of_all = library.sum_horizontal(
        library.col(name).str.len_bytes().cast(library.Int64).sum() for name in TEXTS)
    days = library.col("visitDate").to_physical().cast(library.Int64).sum()
    durations = library.col("duration").cast(library.Int64).sum()
    return {"two": lambda: totals(library.col("sourceIP").str.len_bytes().sum(), revenue),
            "nine": lambda: totals(bytes_of_all.alias("bytes"), revenue, days, durations)}


readings = {"duckdb": duckdb, "polars": polars}[sys.argv[1]](sys.argv[2])
for line in sys.stdin:
    before = time.process_time()
    found = readings[line.strip()]()
    seconds = time.process_time() - before
    print("%.6f" % seconds, " ".join("%.4f" % total for total in found), flush=True)
