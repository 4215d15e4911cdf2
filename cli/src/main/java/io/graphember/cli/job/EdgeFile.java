// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.config.SettingsDocument;
import io.graphember.ingest.AssignmentPiece;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.ReadProgress;
import io.graphember.ingest.SourceSettings;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs of vertices from a file with two keys in each line. Keys are sent as text: what they are in
 * the graph is known to the cluster alone. All pairs are in memory, and go in one piece.
 */
final class EdgeFile implements PieceSink {
  private final List<String> sources = new ArrayList<>();
  private final List<String> destinations = new ArrayList<>();

  private EdgeFile() {}

  /**
   * Reads a file.
   *
   * @throws io.graphember.spi.error.GraphemberException if the file is missing, a line is wrong, or
   *     the pairs are more than one message holds
   */
  static byte[] read(Path file, Cancellation cancellation) {
    EdgeFile sink = new EdgeFile();
    try (GraphSource source = open(file)) {
      source.stream(sink, cancellation);
    }
    return new EdgePiece(
            KeyColumn.of(sink.sources.toArray(String[]::new)),
            KeyColumn.of(sink.destinations.toArray(String[]::new)))
        .encode();
  }

  private static GraphSource open(Path file) {
    Path path = file.toAbsolutePath().normalize();
    String text =
        """
        format: csv
        data: .
        keys: string
        edges: {file: '%s', source: 1, destination: 2}
        """;
    SourceSettings settings =
        SettingsDocument.parse(
                "inference.edgeFile",
                text.formatted(path.getFileName().toString().replace("'", "''")))
            .bind(SourceSettings.class);
    return GraphSource.open(settings, path.getParent(), ReadProgress.NONE);
  }

  @Override
  public void vertices(VertexPiece piece) {
    // Keys come with the rows.
  }

  @Override
  public void split(SplitPiece piece) {
    // Nothing is said about splits.
  }

  @Override
  public void edges(EdgePiece piece) {
    for (int row = 0; row < piece.rows(); row++) {
      sources.add((String) piece.sources().keyAt(row));
      destinations.add((String) piece.destinations().keyAt(row));
    }
  }

  @Override
  public void assignment(AssignmentPiece piece) {
    // Nothing is said about partitions.
  }
}
