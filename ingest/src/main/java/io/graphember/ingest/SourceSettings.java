// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.config.CrossChecked;
import io.graphember.config.Setting;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.util.List;

/**
 * Where a graph comes from: section {@code source} of a job.
 *
 * @param format what is read
 * @param data folder of the files; null for a generated graph
 * @param keys what the keys are; null for the format's own kind, see {@link #keyKind()}
 * @param normalize what happens to feature rows
 * @param splitName folder below {@code split} of the OGB layout; null for the only one there
 * @param vertices the file of vertices of format csv; null if vertices come from the edges alone
 * @param edges the file of edges of format csv
 * @param split files of format csv that list the members of the splits; null for none
 * @param blockModel the generated graph of format block-model
 */
public record SourceSettings(
    @Setting("What is read: the OGB csv layout, any delimited files, or a generated graph.")
        SourceFormat format,
    @Setting(
            value =
                "Folder of the files; a relative one is seen from the folder of the job file, with"
                    + " --data from where the command runs.",
            optional = true)
        @NotEmpty
        String data,
    @Setting(
            value =
                "What vertex keys are; without it int64 for files and string for a generated graph.",
            optional = true)
        KeyKind keys,
    @Setting(
            value = "Whether a feature row is divided by the sum of its absolute values.",
            byDefault = "none")
        Normalize normalize,
    @Setting(
            value = "Format ogb: folder below split; may be left out if there is only one.",
            optional = true)
        @NotEmpty
        String splitName,
    @Setting(
            value = "Format csv: the file of vertices; without it vertices come from the edges.",
            optional = true)
        Vertices vertices,
    @Setting(value = "Format csv: the file of edges.", optional = true) Edges edges,
    @Setting(value = "Format csv: files with one key a line for each split.", optional = true)
        SplitFiles split,
    @Setting("Format block-model: the generated graph.") BlockModelSettings blockModel)
    implements CrossChecked {

  /**
   * The file of vertices. A column is given by its name in the header or by its number from 1.
   *
   * @param file path below the data folder
   * @param delimiter one character or tab; null to go by the file's name
   * @param header true if the first line holds the names of the columns
   * @param comment lines that begin with this character are skipped; null for none
   * @param key column of the key
   * @param label column of the class; null for none
   * @param split column that says train, valid, test or nothing; null for none
   * @param features columns of the features, in their order
   */
  public record Vertices(
      @Setting("File below the data folder, compressed with gzip or not.") @NotEmpty String file,
      @Setting(value = DELIMITER, optional = true)
          @Pattern(regexp = ONE_CHARACTER + "|tab", message = "one character or the word tab")
          String delimiter,
      @Setting(value = "True if the first line names the columns.", byDefault = "true")
          boolean header,
      @Setting(value = "Lines that begin with this character are skipped.", optional = true)
          @Pattern(regexp = ONE_CHARACTER, message = "one character")
          String comment,
      @Setting(value = "Column of the key: a name or a number from 1.", byDefault = "1") String key,
      @Setting(value = "Column of the class.", optional = true) String label,
      @Setting(value = "Column that says train, valid, test or nothing.", optional = true)
          String split,
      @Setting(
              value =
                  "Columns of the features: names, numbers, ranges such as 3..1435, patterns such"
                      + " as w* (which leave out key, label and split).",
              byDefault = "[]")
          List<String> features) {}

  /**
   * The file of edges. A column is given by its name in the header or by its number from 1.
   *
   * @param file path below the data folder
   * @param delimiter one character or tab; null to go by the file's name
   * @param header true if the first line holds the names of the columns
   * @param comment lines that begin with this character are skipped; null for none
   * @param source column of the key an edge begins at
   * @param destination column of the key an edge ends at
   */
  public record Edges(
      @Setting("File below the data folder, compressed with gzip or not.") @NotEmpty String file,
      @Setting(value = DELIMITER, optional = true)
          @Pattern(regexp = ONE_CHARACTER + "|tab", message = "one character or the word tab")
          String delimiter,
      @Setting(value = "True if the first line names the columns.", byDefault = "true")
          boolean header,
      @Setting(value = "Lines that begin with this character are skipped.", optional = true)
          @Pattern(regexp = ONE_CHARACTER, message = "one character")
          String comment,
      @Setting(value = "Column an edge begins at: a name or a number from 1.", byDefault = "1")
          String source,
      @Setting(value = "Column an edge ends at: a name or a number from 1.", byDefault = "2")
          String destination) {}

  /**
   * Files that list the members of the splits, one key a line, without a header.
   *
   * @param train file of the vertices to train on; null for none
   * @param valid file of the vertices that choose the best epoch; null for none
   * @param test file of the vertices that measure the result; null for none
   */
  public record SplitFiles(
      @Setting(value = "File of the vertices to train on.", optional = true) @NotEmpty String train,
      @Setting(value = "File of the vertices that choose the best epoch.", optional = true)
          @NotEmpty
          String valid,
      @Setting(value = "File of the vertices that measure the result.", optional = true) @NotEmpty
          String test) {
    /** The file of a split, null for none. */
    public String file(Split member) {
      return switch (member) {
        case TRAIN -> train;
        case VALID -> valid;
        case TEST -> test;
      };
    }
  }

  private static final String DELIMITER =
      "What separates columns: one character or the word tab; without it a comma, or a tab if the"
          + " file's name ends with .tsv or .txt.";

  private static final String ONE_CHARACTER = "[^\\r\\n\"\\uD800-\\uDFFF]";

  /** What the keys of the graph are. */
  public KeyKind keyKind() {
    if (keys != null) {
      return keys;
    }
    return format == SourceFormat.BLOCK_MODEL ? KeyKind.STRING : KeyKind.INT64;
  }

  @Override
  public void check(Complaints complaints) {
    if (format == SourceFormat.BLOCK_MODEL) {
      foreign(complaints, "data", data, "is not used with format: block-model");
    } else if (data == null) {
      complaints.add(
          "data", "is needed with format: " + (format == SourceFormat.OGB ? "ogb" : "csv"));
    }
    if (format != SourceFormat.OGB) {
      foreign(complaints, "splitName", splitName, "goes with format: ogb only");
    }
    if (format != SourceFormat.CSV) {
      foreign(complaints, "vertices", vertices, "goes with format: csv only");
      foreign(complaints, "edges", edges, "goes with format: csv only");
      foreign(complaints, "split", split, "goes with format: csv only");
    } else if (edges == null) {
      complaints.add("edges.file", "is needed with format: csv");
    }
    if (format == SourceFormat.OGB && keyKind() != KeyKind.INT64) {
      complaints.add("keys", "must be int64 with format: ogb, whose keys are row numbers");
    }
    if (format == SourceFormat.BLOCK_MODEL && keyKind() != KeyKind.STRING) {
      complaints.add("keys", "must be string with format: block-model");
    }
    if (split != null && vertices != null && vertices.split() != null) {
      complaints.add("split", "and vertices.split both say the splits; leave one out");
    }
    if (vertices != null) {
      checkDialect(
          complaints, "vertices", vertices.file(), vertices.delimiter(), vertices.comment());
    }
    if (edges != null) {
      checkDialect(complaints, "edges", edges.file(), edges.delimiter(), edges.comment());
    }
  }

  private static void foreign(Complaints complaints, String setting, Object value, String rule) {
    if (value != null) {
      complaints.add(setting, rule);
    }
  }

  private static void checkDialect(
      Complaints complaints, String section, String file, String delimiter, String comment) {
    CsvDialect dialect = CsvDialect.of(file, delimiter, comment);
    if (dialect.delimiter() == dialect.comment()) {
      complaints.add(section + ".comment", "must not be the delimiter");
    }
  }
}
