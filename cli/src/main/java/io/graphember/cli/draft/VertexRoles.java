// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.draft;

import io.graphember.formats.csv.ColumnPreview;
import io.graphember.formats.csv.ColumnPreview.Kind;
import io.graphember.formats.csv.CsvPreview;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the columns of a table of vertices are for. Immutable.
 *
 * @param key column of the key
 * @param keyKind what keys are
 * @param label column of the class or of the number to be predicted; empty for none
 * @param split column of the split; empty for none
 * @param features columns of numbers
 * @param categories columns of one category each
 * @param missing true if a feature is missing somewhere
 * @param others columns that are left out
 */
record VertexRoles(
    String key,
    Kind keyKind,
    Optional<ColumnPreview> label,
    Optional<String> split,
    List<String> features,
    List<String> categories,
    boolean missing,
    List<String> others) {
  private static final Set<String> KEYS = Set.of("id", "key", "vertex", "node", "account", "user");
  private static final Set<String> LABELS =
      Set.of("label", "class", "target", "y", "category", "type", "risk", "fraud", "topic");
  private static final Set<String> SPLITS = Set.of("split", "set", "fold", "part");
  private static final Set<String> SPLIT_VALUES =
      Set.of("train", "training", "valid", "validation", "val", "test");

  /** More values than these are no classes and no categories. */
  private static final int MOST_CLASSES = 100;

  private static final int MOST_CATEGORIES = 50;

  /**
   * What they seem to be for.
   *
   * @param key column of the key, if somebody has said so
   * @param label column of the label, if somebody has said so
   * @throws io.graphember.spi.error.GraphemberException if there is no such column, or none at all
   */
  static VertexRoles guess(CsvPreview table, Optional<String> key, Optional<String> label) {
    table.requireColumns(1);
    final List<ColumnPreview> left = new ArrayList<>(table.columns());
    final ColumnPreview keyed =
        key.map(table::column).or(() -> key(table)).orElseGet(() -> left.get(0));
    left.remove(keyed);
    final Optional<ColumnPreview> split = left.stream().filter(VertexRoles::isSplit).findFirst();
    split.ifPresent(left::remove);
    final Optional<ColumnPreview> labelled = label.map(table::column).or(() -> label(left));
    labelled.ifPresent(left::remove);
    final List<String> features = new ArrayList<>();
    final List<String> categories = new ArrayList<>();
    final List<String> others = new ArrayList<>();
    boolean missing = false;
    for (ColumnPreview column : left) {
      if (column.kind().isNumber()) {
        features.add(column.name());
        missing |= column.missing() > 0;
      } else if (column.kind() == Kind.TEXT
          && !column.many()
          && column.repeated()
          && column.values().size() <= MOST_CATEGORIES) {
        categories.add(column.name());
      } else {
        others.add(column.name());
      }
    }
    return new VertexRoles(
        keyed.name(),
        keyed.kind(),
        labelled,
        split.map(ColumnPreview::name),
        features,
        categories,
        missing,
        others);
  }

  private static Optional<ColumnPreview> key(CsvPreview table) {
    final Predicate<ColumnPreview> unique =
        column -> !column.repeated() && column.missing() == 0 && column.kind() != Kind.NUMBER;
    return named(table.columns(), KEYS)
        .filter(unique)
        .or(() -> table.columns().stream().filter(unique).findFirst());
  }

  private static Optional<ColumnPreview> label(List<ColumnPreview> left) {
    return named(left, LABELS).filter(column -> column.kind() != Kind.EMPTY);
  }

  private static Optional<ColumnPreview> named(List<ColumnPreview> columns, Set<String> names) {
    return columns.stream()
        .filter(column -> names.contains(column.name().toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  private static boolean isSplit(ColumnPreview column) {
    return SPLITS.contains(column.name().toLowerCase(Locale.ROOT))
        && !column.values().isEmpty()
        && SPLIT_VALUES.containsAll(column.values());
  }

  /** True if the label is a number to be predicted, not a class. */
  boolean isRegression() {
    return label
        .filter(
            column ->
                column.kind() == Kind.NUMBER
                    || column.kind() == Kind.INTEGER && column.values().size() > MOST_CLASSES)
        .isPresent();
  }

  /** True if a vertex has features of its own. */
  boolean hasFeatures() {
    return !features.isEmpty() || !categories.isEmpty();
  }

  /** Kind of the keys, as a job file writes it. */
  static String kindOfKeys(Kind kind) {
    return switch (kind) {
      case INTEGER -> "int64";
      case UUID -> "uuid";
      case NUMBER, TEXT, EMPTY -> "string";
    };
  }
}
