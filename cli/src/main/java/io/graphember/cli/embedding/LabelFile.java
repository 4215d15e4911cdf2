// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.embedding;

import io.graphember.config.SettingsDocument;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Labels of vertices, several for one, from a file with a key and a label in each line. Read as
 * edges from keys to labels, so that its rows are checked like those of every other input.
 */
final class LabelFile {
  private LabelFile() {}

  /**
   * Reads a file.
   *
   * @param keys what the vertices' keys are
   * @return labels of each key, both in the order in which they come
   * @throws io.graphember.spi.error.GraphemberException if the file is missing or a line is wrong
   */
  static Map<Object, Set<String>> read(Path file, KeyKind keys, Cancellation cancellation) {
    Map<Object, Set<String>> labels = new LinkedHashMap<>();
    try (GraphSource source = open(file, keys)) {
      source.stream(
          PieceSink.ofEdges(
              piece -> {
                for (int row = 0; row < piece.rows(); row++) {
                  labels
                      .computeIfAbsent(piece.sources().keyAt(row), key -> new LinkedHashSet<>())
                      .add((String) piece.destinations().keyAt(row));
                }
              }),
          cancellation);
    }
    return labels;
  }

  /**
   * Looks whether the file is there and has two columns, before anything long begins.
   *
   * @throws io.graphember.spi.error.GraphemberException if not
   */
  static void require(Path file) {
    open(file, KeyKind.STRING).close();
  }

  private static GraphSource open(Path file, KeyKind keys) {
    Path path = file.toAbsolutePath().normalize();
    String text =
        """
        type: csv
        data: .
        vertexTypes:
          - {name: vertex, keys: %s}
          - {name: label, keys: string}
        edgeTypes:
          - {name: row, from: vertex, to: label, file: '%s', source: 1, destination: 2}
        """;
    SourceSettings settings =
        SettingsDocument.parse(
                "embedding.evaluation.labels",
                text.formatted(
                    keys.name().toLowerCase(Locale.ROOT),
                    path.getFileName().toString().replace("'", "''")))
            .bind(SourceSettings.class);
    return GraphSource.open(settings, path.resolveSibling(""), ReadProgress.NONE);
  }
}
