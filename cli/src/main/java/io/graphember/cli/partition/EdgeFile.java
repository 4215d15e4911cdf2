// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of edges whose format is told by its name: {@code .csv}, {@code .tsv}, {@code .parquet},
 * {@code .npy}; anything else is SNAP's text. Text may be compressed with gzip.
 *
 * @param path the file
 * @param keys what vertex keys are
 * @param header true if the first line of a csv or tsv file names the columns
 */
public record EdgeFile(Path path, KeyKind keys, boolean header) {
  private static final Pattern EXTENSION =
      Pattern.compile("\\.(csv|tsv|parquet|npy)(\\.gz)?$", Pattern.CASE_INSENSITIVE);

  /**
   * Opens the file.
   *
   * @throws io.graphember.spi.error.GraphemberException with an error of the importer
   */
  public GraphSource open(ReadProgress progress) {
    Path absolute = path.toAbsolutePath().normalize();
    return GraphSource.open(settings(absolute), absolute.resolveSibling(""), progress);
  }

  private SourceSettings settings(Path absolute) {
    String name = String.valueOf(absolute.getFileName());
    Matcher matcher = EXTENSION.matcher(name);
    String extension = matcher.find() ? matcher.group(1).toLowerCase(Locale.ROOT) : "snap";
    String keyed = keys == KeyKind.INT64 ? "" : ", keys: " + keys.name().toLowerCase(Locale.ROOT);
    String table =
        switch (extension) {
          case "npy" -> "type: npy, edges: %s" + keyed;
          case "snap" -> "type: snap, edges: {file: %s}" + keyed;
          case "parquet" -> "type: parquet, edges: {file: %s}" + keyed;
          default -> "type: csv, edges: {file: %s, header: " + header + "}" + keyed;
        };
    String text = "{data: ., %s}".formatted(table.formatted(quoted(name)));
    return SettingsDocument.parse("--edges", text).bind(SourceSettings.class);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
