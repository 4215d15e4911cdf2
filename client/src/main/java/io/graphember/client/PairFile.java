// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs from a file: two keys of vertices in each line, or a key and the name of an edge type. They
 * are sent as text: what keys are in the graph is known to the cluster alone. All pairs are in
 * memory, and go in one piece.
 */
final class PairFile {
  private PairFile() {}

  /**
   * Reads a file.
   *
   * @param setting that names it, for a message
   * @throws io.graphember.spi.error.GraphemberException if the file is missing, a line is wrong, or
   *     the pairs are more than one message holds
   */
  static byte[] read(String setting, Path file, Cancellation cancellation) {
    List<String> sources = new ArrayList<>();
    List<String> destinations = new ArrayList<>();
    try (GraphSource source = open(setting, file)) {
      source.stream(
          PieceSink.ofEdges(
              piece -> {
                for (int row = 0; row < piece.rows(); row++) {
                  sources.add((String) piece.sources().keyAt(row));
                  destinations.add((String) piece.destinations().keyAt(row));
                }
              }),
          cancellation);
    }
    return new EdgePiece(
            KeyColumn.of(sources.toArray(String[]::new)),
            KeyColumn.of(destinations.toArray(String[]::new)))
        .encode();
  }

  private static GraphSource open(String setting, Path file) {
    Path path = file.toAbsolutePath().normalize();
    String text =
        """
        type: csv
        data: .
        keys: string
        edges: {file: '%s', source: 1, destination: 2}
        """;
    SourceSettings settings =
        SettingsDocument.parse(
                setting, text.formatted(path.getFileName().toString().replace("'", "''")))
            .bind(SourceSettings.class);
    return GraphSource.open(settings, path.resolveSibling(""), ReadProgress.NONE);
  }
}
