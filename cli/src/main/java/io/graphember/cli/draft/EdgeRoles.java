// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.draft;

import io.graphember.formats.csv.ColumnPreview;
import io.graphember.formats.csv.CsvPreview;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What the columns of a table of edges are for. Immutable.
 *
 * @param source column of the vertex that an edge begins at
 * @param destination column of the vertex that it ends at
 * @param weight column that may be a weight; empty for none
 * @param time column that may be a timestamp; empty for none
 */
record EdgeRoles(
    ColumnPreview source,
    ColumnPreview destination,
    Optional<String> weight,
    Optional<String> time) {
  private static final Set<String> SOURCES =
      Set.of("source", "src", "from", "citing", "payer", "sender", "u", "head", "left");
  private static final Set<String> DESTINATIONS =
      Set.of(
          "destination",
          "dst",
          "dest",
          "target",
          "to",
          "cited",
          "payee",
          "receiver",
          "v",
          "tail",
          "right");
  private static final Set<String> WEIGHTS = Set.of("weight", "amount", "value", "count", "score");
  private static final Set<String> TIMES = Set.of("time", "timestamp", "date", "at", "created");

  /**
   * What they seem to be for: columns of such names, or else the first two.
   *
   * @param source column of the source, if somebody has said so
   * @param destination column of the destination, if somebody has said so
   * @throws io.graphember.spi.error.GraphemberException if there is no such column, or fewer than
   *     two
   */
  static EdgeRoles guess(CsvPreview table, Optional<String> source, Optional<String> destination) {
    table.requireColumns(2);
    final List<ColumnPreview> columns = table.columns();
    final ColumnPreview from =
        source.map(table::column).or(() -> named(columns, SOURCES)).orElse(columns.get(0));
    final ColumnPreview to =
        destination
            .map(table::column)
            .or(() -> named(columns, DESTINATIONS).filter(column -> !column.equals(from)))
            .orElseGet(() -> columns.get(columns.get(0).equals(from) ? 1 : 0));
    return new EdgeRoles(
        from,
        to,
        named(columns, WEIGHTS).filter(column -> column.kind().isNumber()).map(ColumnPreview::name),
        named(columns, TIMES).map(ColumnPreview::name));
  }

  private static Optional<ColumnPreview> named(List<ColumnPreview> columns, Set<String> names) {
    return columns.stream()
        .filter(column -> names.contains(column.name().toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}
