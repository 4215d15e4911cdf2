// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.partition;

import io.graphember.config.ConfigError;
import io.graphember.config.Setting;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.build.GivenAssignment;
import io.graphember.graph.build.GraphStaging;
import io.graphember.graph.partition.PartitionerOptions;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.KeyKind;
import io.graphember.ingest.ReadProgress;
import io.graphember.ingest.SourceSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The file of partitioner {@code file}: comma-separated text with a header line, compressed with
 * gzip or not; of edges as {@code source,destination,partition}, of vertices as {@code
 * key,partition}.
 *
 * <p>It is read as a graph whose edges lead from vertices to partitions, so that its rows are
 * checked like those of every other input.
 *
 * @param path the file
 * @param ofEdges true for a cut of edges
 */
record AssignmentFile(Path path, boolean ofEdges) {
  /** Name of the partitioner. */
  static final String PARTITIONER = "file";

  /**
   * Options of partitioner {@code file}.
   *
   * @param edges file of a cut of edges
   * @param vertices file of a cut of vertices
   */
  record Options(
      @Setting(value = "File of source, destination and partition of each edge.", optional = true)
          String edges,
      @Setting(value = "File of key and partition of each vertex.", optional = true)
          String vertices) {}

  /** The file that the options name. */
  static AssignmentFile of(Map<String, String> options) {
    Options files = PartitionerOptions.bind(PARTITIONER, options, Options.class);
    if ((files.edges == null) == (files.vertices == null)) {
      throw new GraphemberException(
          ConfigError.SETTINGS_INVALID,
          "Partitioner file needs one option: edges=FILE or vertices=FILE.");
    }
    return files.edges != null
        ? new AssignmentFile(Path.of(files.edges), true)
        : new AssignmentFile(Path.of(files.vertices), false);
  }

  /** Reads the file against a staged graph. */
  GivenAssignment read(
      GraphStaging staging,
      KeyKind keys,
      int partitions,
      ReadProgress progress,
      Cancellation cancellation) {
    GivenAssignment given = new GivenAssignment(staging, path.toString(), ofEdges, partitions);
    Path absolute = path.toAbsolutePath().normalize();
    String name = String.valueOf(absolute.getFileName());
    try (GraphSource source =
        GraphSource.open(settings(name, keys), absolute.getParent(), progress)) {
      source.stream(given, cancellation);
    }
    return given;
  }

  private SourceSettings settings(String name, KeyKind keys) {
    String pairs =
        ofEdges
            ? "- {name: pair, from: vertex, to: vertex, file: '%1$s', source: 1, destination: 2}"
            : "";
    String text =
        """
        format: csv
        data: .
        vertexTypes:
          - {name: vertex, keys: %2$s}
          - {name: partition, keys: int64}
        edgeTypes:
          %4$s
          - {name: in, from: vertex, to: partition, file: '%1$s', source: 1, destination: %3$d}
        """;
    return SettingsDocument.parse(
            "partitioner file",
            text.formatted(
                name.replace("'", "''"),
                keys.name().toLowerCase(Locale.ROOT),
                ofEdges ? 3 : 2,
                pairs.formatted(name.replace("'", "''"))))
        .bind(SourceSettings.class);
  }
}
