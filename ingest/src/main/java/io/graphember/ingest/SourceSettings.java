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
 * @param encoding how the text files of format csv are written
 * @param normalize what happens to feature rows
 * @param splitName folder below {@code split} of the OGB layout; null for the only one there
 * @param classNames names of the classes by their numbers, of formats npy and npz; empty for none
 * @param vertices the file of vertices; null if vertices come from the edges alone
 * @param edges the file of edges
 * @param vertexTypes vertex types of a graph with several, each with its file
 * @param edgeTypes edge types of a graph with several, each with its file
 * @param split files that list the members of the splits; null for none
 * @param arrays the files of format npy
 * @param archive the file of format npz
 * @param blockModel the generated graph of format block-model
 */
public record SourceSettings(
    @Setting(
            "What is read: the OGB csv layout, any delimited files, SNAP's text, Parquet, NumPy"
                + " arrays, an archive of SciPy matrices, tables and caches of the cluster, or a"
                + " generated graph.")
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
            value = "Format csv: how the characters of the files are written.",
            byDefault = "utf-8")
        Encoding encoding,
    @Setting(
            value =
                "What happens to features: row divides each row by the sum of its absolute values,"
                    + " standardize gives each column of numbers mean 0 and standard deviation 1,"
                    + " min-max least value 0 and greatest 1.",
            byDefault = "none")
        Normalize normalize,
    @Setting(
            value = "Format ogb: folder below split; may be left out if there is only one.",
            optional = true)
        @NotEmpty
        String splitName,
    @Setting(
            value =
                "Formats npy and npz: the name of each class, by its number from 0; without it"
                    + " classes are called by their numbers.",
            byDefault = "[]")
        List<String> classNames,
    @Setting(
            value =
                "Formats csv, parquet and ignite: the table of vertices; without it vertices come from the"
                    + " edges.",
            optional = true)
        Vertices vertices,
    @Setting(value = "Formats csv, parquet, snap and ignite: the table of edges.", optional = true)
        Edges edges,
    @Setting(
            value = "Formats csv, parquet and ignite: several vertex types instead of vertices.",
            byDefault = "[]")
        List<VertexTypeSettings> vertexTypes,
    @Setting(
            value = "Formats csv, parquet and ignite: several edge types instead of edges.",
            byDefault = "[]")
        List<EdgeTypeSettings> edgeTypes,
    @Setting(
            value =
                "Files for each split. Formats csv, parquet and snap: text with one key a line;"
                    + " npy: arrays of row numbers or of booleans; npz: names of such arrays in the"
                    + " archive.",
            optional = true)
        SplitFiles split,
    @Setting(value = "Format npy: the files of arrays.", optional = true) ArraySettings arrays,
    @Setting(value = "Format npz: the archive.", optional = true) ArchiveSettings archive,
    @Setting("Format block-model: the generated graph.") BlockModelSettings blockModel)
    implements CrossChecked {
  /** Describes the setting {@code query}. */
  static final String QUERY_SETTING = "Format ignite: SQL whose rows are read.";

  /** Describes the setting {@code label} of edges. */
  static final String EDGE_LABEL_SETTING =
      "Column of the class, for task.type: edge-classes of a job.";

  /** Describes the setting {@code labelSeparator}. */
  static final String SEPARATOR_SETTING =
      "Character between several classes of one vertex, for task.type: multi-label.";

  /** Describes the setting {@code targets}. */
  static final String TARGETS_SETTING =
      "Columns of numbers to be predicted, given as features are: values for task.type:"
          + " regression, or 0 and 1 for multi-label; empty where they are not known.";

  /** Describes the setting {@code missing}. */
  static final String MISSING_SETTING =
      "What stands for a feature that is missing: error for nothing, zero, or mean for the mean of"
          + " its column.";

  /** Describes the setting {@code oneHot}. */
  static final String ONE_HOT_SETTING =
      "Columns of one category each, a float for every category that the table has.";

  /** Describes the setting {@code multiHot}. */
  static final String MULTI_HOT_SETTING =
      "Columns of several categories each, one or a list of them.";

  /** Describes the setting {@code hash}. */
  static final String HASH_SETTING =
      "Columns of text whose words are counted in a fixed number of floats, one or a list of them.";

  /** Describes the setting {@code indices}. */
  static final String INDICES_SETTING =
      "Columns that list which floats of a wide row are 1, one or a list of them.";

  /** Describes the setting {@code cache}. */
  static final String CACHE_SETTING =
      "Format ignite: cache whose entries are read, without SQL; columns are the fields of keys and"
          + " values, _key and _val where these are no objects.";

  /**
   * The file of vertices. A column is given by its name in the header or by its number from 1.
   *
   * @param file path below the data folder; null with format ignite
   * @param query SQL whose rows are read, with format ignite; null for none
   * @param cache cache whose entries are read, with format ignite; null for none
   * @param delimiter one character or tab; null to go by the file's name
   * @param header true if the first line holds the names of the columns
   * @param comment lines that begin with this character are skipped; null for none
   * @param key column of the key
   * @param label column of the class; null for none
   * @param labelSeparator what stands between several classes of one vertex; null if there is one
   * @param targets columns of the numbers that are to be predicted
   * @param split column that says train, valid, test or nothing; null for none
   * @param features columns of the features, in their order
   * @param missing what stands for a feature that is missing
   * @param oneHot columns of one category each
   * @param multiHot columns of several categories each
   * @param hash columns of text whose words are counted
   * @param indices columns that list which floats of a wide row are 1
   */
  public record Vertices(
      @Setting(value = "File below the data folder, compressed with gzip or not.", optional = true)
          @NotEmpty
          String file,
      @Setting(value = QUERY_SETTING, optional = true) @NotEmpty String query,
      @Setting(value = CACHE_SETTING, optional = true) @NotEmpty String cache,
      @Setting(value = CsvDialect.DELIMITER_SETTING, optional = true)
          @Pattern(
              regexp = CsvDialect.ONE_CHARACTER + "|tab",
              message = "one character or the word tab")
          String delimiter,
      @Setting(value = "True if the first line names the columns.", byDefault = "true")
          boolean header,
      @Setting(value = "Lines that begin with this character are skipped.", optional = true)
          @Pattern(regexp = CsvDialect.ONE_CHARACTER, message = "one character")
          String comment,
      @Setting(value = "Column of the key: a name or a number from 1.", byDefault = "1") String key,
      @Setting(value = "Column of the class.", optional = true) String label,
      @Setting(value = SEPARATOR_SETTING, optional = true)
          @Pattern(regexp = CsvDialect.ONE_CHARACTER, message = "one character")
          String labelSeparator,
      @Setting(value = TARGETS_SETTING, byDefault = "[]") List<String> targets,
      @Setting(value = "Column that says train, valid, test or nothing.", optional = true)
          String split,
      @Setting(
              value =
                  "Columns of the features: names, numbers, ranges such as 3..1435, patterns such"
                      + " as w* (which leave out the other columns of a vertex).",
              byDefault = "[]")
          List<String> features,
      @Setting(value = MISSING_SETTING, byDefault = "error") MissingValues missing,
      @Setting(value = ONE_HOT_SETTING, byDefault = "[]") List<String> oneHot,
      @Setting(value = MULTI_HOT_SETTING, byDefault = "[]") List<MultiHotSettings> multiHot,
      @Setting(value = HASH_SETTING, byDefault = "[]") List<HashSettings> hash,
      @Setting(value = INDICES_SETTING, byDefault = "[]") List<IndicesSettings> indices) {}

  /**
   * The file of edges. A column is given by its name in the header or by its number from 1.
   *
   * @param file path below the data folder; null with format ignite
   * @param query SQL whose rows are read, with format ignite; null for none
   * @param cache cache whose entries are read, with format ignite; null for none
   * @param delimiter one character or tab; null to go by the file's name
   * @param header true if the first line holds the names of the columns
   * @param comment lines that begin with this character are skipped; null for none
   * @param source column of the key an edge begins at
   * @param destination column of the key an edge ends at
   * @param weight column of the weight; null for none
   * @param time column of the timestamp; null for none
   * @param label column of the class; null for none
   * @param features columns of the features, in their order
   */
  public record Edges(
      @Setting(value = "File below the data folder, compressed with gzip or not.", optional = true)
          @NotEmpty
          String file,
      @Setting(value = QUERY_SETTING, optional = true) @NotEmpty String query,
      @Setting(value = CACHE_SETTING, optional = true) @NotEmpty String cache,
      @Setting(value = CsvDialect.DELIMITER_SETTING, optional = true)
          @Pattern(
              regexp = CsvDialect.ONE_CHARACTER + "|tab",
              message = "one character or the word tab")
          String delimiter,
      @Setting(value = "True if the first line names the columns.", byDefault = "true")
          boolean header,
      @Setting(value = "Lines that begin with this character are skipped.", optional = true)
          @Pattern(regexp = CsvDialect.ONE_CHARACTER, message = "one character")
          String comment,
      @Setting(value = "Column an edge begins at: a name or a number from 1.", byDefault = "1")
          String source,
      @Setting(value = "Column an edge ends at: a name or a number from 1.", byDefault = "2")
          String destination,
      @Setting(value = "Column of the weight, 0 or more.", optional = true) String weight,
      @Setting(value = "Column of the timestamp, a whole number.", optional = true) String time,
      @Setting(value = EDGE_LABEL_SETTING, optional = true) String label,
      @Setting(
              value =
                  "Columns of the features: names, numbers, ranges and patterns as for vertices"
                      + " (which leave out the other columns of an edge).",
              byDefault = "[]")
          List<String> features) {}

  /**
   * Files that list the members of the splits; of text, one key a line, without a header.
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

  /** True if the graph has types of its own. */
  boolean typed() {
    return !vertexTypes.isEmpty() || !edgeTypes.isEmpty();
  }

  /** What the keys of the graph are. */
  public KeyKind keyKind() {
    if (keys != null) {
      return keys;
    }
    return format == SourceFormat.BLOCK_MODEL ? KeyKind.STRING : KeyKind.INT64;
  }

  @Override
  public void check(Complaints complaints) {
    new SourceChecks(this, complaints).run();
  }
}
