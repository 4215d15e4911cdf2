// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where the parts of an edge stand in a row.
 *
 * @param source column of the key it begins at
 * @param destination column of the key it ends at
 * @param weight column of the weight, -1 for none
 * @param time column of the timestamp, -1 for none
 * @param features column of each feature
 */
record EdgeColumns(int source, int destination, int weight, int time, List<Integer> features) {

  /** Finds the columns of the settings in a file. */
  static EdgeColumns find(SourceSettings.Edges settings, TableFile file) {
    ColumnFinder finder = file.finder();
    final int source = finder.find(settings.source());
    final int destination = finder.find(settings.destination());
    final int weight = finder.find(settings.weight());
    final int time = finder.find(settings.time());
    Set<Integer> taken = new HashSet<>(Arrays.asList(source, destination, weight, time));
    List<Integer> features = finder.findAll(settings.features(), taken);
    if (features.size() > VertexType.MAX_FEATURE_DIM) {
      throw ArrayRules.tooWide(file.name() + ":1", "an edge", features.size());
    }
    return new EdgeColumns(source, destination, weight, time, features);
  }

  /** What an edge carries. */
  EdgeAttributes attributes() {
    return new EdgeAttributes(weight >= 0, time >= 0, features.size());
  }

  /** All columns that are needed, -1 for none. */
  int[] all() {
    return IntStream.concat(
            IntStream.of(source, destination, weight, time),
            features.stream().mapToInt(Integer::intValue))
        .toArray();
  }

  /** What a table hands its fields to. */
  Reader reader(RowTable table, KeyKind sourceKind, KeyKind destinationKind) {
    return new Reader(this, table, sourceKind, destinationKind);
  }

  /** Takes the fields of one edge after the other. */
  static final class Reader implements RowTable.Row {
    private static final int NO_FEATURE = -1;

    private final EdgeColumns columns;
    private final RowTable table;
    private final int[] featureOf; // [highest feature column + 1]
    final KeyCell source;
    final KeyCell destination;
    final EdgeValues values;

    private Reader(
        EdgeColumns columns, RowTable table, KeyKind sourceKind, KeyKind destinationKind) {
      this.columns = columns;
      this.table = table;
      source = new KeyCell(sourceKind);
      destination = new KeyCell(destinationKind);
      values = new EdgeValues(columns.attributes());
      featureOf = new int[columns.features.stream().mapToInt(c -> c + 1).max().orElse(0)];
      Arrays.fill(featureOf, NO_FEATURE);
      for (int i = 0; i < columns.features.size(); i++) {
        featureOf[columns.features.get(i)] = i;
      }
    }

    @Override
    public void field(int column, char[] text, int offset, int length) {
      if (column == columns.source) {
        source.parse(table, column, text, offset, length);
      }
      if (column == columns.destination) {
        destination.parse(table, column, text, offset, length);
      }
      if (column == columns.weight) {
        values.weight = weight(column, text, offset, length);
      }
      if (column == columns.time) {
        values.time = Numbers.parseLong(table, column, text, offset, length);
      }
      if (column < featureOf.length && featureOf[column] != NO_FEATURE) {
        values.features[featureOf[column]] =
            Numbers.parseFloat(table, column, text, offset, length);
      }
    }

    private float weight(int column, char[] text, int offset, int length) {
      final float weight = Numbers.parseFloat(table, column, text, offset, length);
      if (!EdgeAttributes.weightAllowed(weight)) {
        throw table.error(
            IngestError.INPUT_WEIGHT_NEGATIVE,
            column,
            text,
            offset,
            length,
            "a weight must be 0 or more");
      }
      return weight;
    }
  }
}
