// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.formats.file.InputFile;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeLabel;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgeValues;
import io.graphember.schema.piece.KeyCell;
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
 * @param label column of the class, -1 for none
 * @param target column of the number that is to be predicted, -1 for none
 * @param features column of each feature
 */
record EdgeColumns(
    int source,
    int destination,
    int weight,
    int time,
    int label,
    int target,
    List<Integer> features) {

  /** Finds the columns of the settings in a file. */
  static EdgeColumns find(EdgeColumnSettings settings, TableFile file) {
    ColumnFinder finder = file.finder();
    final int source = finder.find(settings.source());
    final int destination = finder.find(settings.destination());
    final int weight = finder.find(settings.weight());
    final int time = finder.find(settings.time());
    final int label = finder.find(settings.label());
    final int target = finder.find(settings.target());
    Set<Integer> taken =
        new HashSet<>(Arrays.asList(source, destination, weight, time, label, target));
    List<Integer> features = finder.findAll(settings.features(), taken);
    if (features.size() >= VertexType.MAX_FEATURE_DIM) {
      throw InputFile.tooWide(file.name() + ":1", "an edge", features.size());
    }
    return new EdgeColumns(source, destination, weight, time, label, target, features);
  }

  /** What an edge carries. */
  EdgeAttributes attributes() {
    return new EdgeAttributes(weight >= 0, time >= 0, labelFloats() + features.size());
  }

  /** Floats of a row before the features. */
  private int labelFloats() {
    return label >= 0 || target >= 0 ? 1 : 0;
  }

  /**
   * What may be known of an edge.
   *
   * @param labels names of all classes
   */
  EdgeLabel label(LabelIndex labels) {
    return EdgeLabel.of(labels.names(), target >= 0);
  }

  /** The same without the class. */
  EdgeColumns withoutLabel() {
    return new EdgeColumns(source, destination, weight, time, -1, target, features);
  }

  /** Reads the names of all classes. */
  void readClasses(RowTable table, LabelIndex labels) {
    while (table.next(
        (column, text, offset, length) -> {
          if (column == label) {
            LabelField.parse(labels, table, column, text, offset, length);
          }
        })) {
      // The row is all there is to do.
    }
  }

  /** All columns that are needed, -1 for none. */
  int[] all() {
    return IntStream.concat(
            IntStream.of(source, destination, weight, time, label, target),
            features.stream().mapToInt(Integer::intValue))
        .toArray();
  }

  /**
   * What a table hands its fields to.
   *
   * @param labels names of all classes
   */
  Reader reader(RowTable table, KeyKind sourceKind, KeyKind destinationKind, LabelIndex labels) {
    return new Reader(this, table, sourceKind, destinationKind, labels);
  }

  /** Takes the fields of one edge after the other. */
  static final class Reader implements RowTable.Row {
    private static final int NO_FEATURE = -1;

    private final EdgeColumns columns;
    private final RowTable table;
    private final LabelIndex labels;
    private final int classes;
    private final int[] featureOf; // [highest feature column + 1]
    private final SoleColumns sole;
    final KeyCell source;
    final KeyCell destination;
    final EdgeValues values;

    private Reader(
        EdgeColumns columns,
        RowTable table,
        KeyKind sourceKind,
        KeyKind destinationKind,
        LabelIndex labels) {
      this.columns = columns;
      this.table = table;
      this.labels = labels;
      this.classes = labels.names().size();
      sole = new SoleColumns(columns.all());
      source = new KeyCell(sourceKind);
      destination = new KeyCell(destinationKind);
      values = new EdgeValues(columns.attributes());
      featureOf = new int[columns.features.stream().mapToInt(c -> c + 1).max().orElse(0)];
      Arrays.fill(featureOf, NO_FEATURE);
      for (int i = 0; i < columns.features.size(); i++) {
        featureOf[columns.features.get(i)] = columns.labelFloats() + i;
      }
    }

    @Override
    public void field(int column, char[] text, int offset, int length) {
      if (column == columns.source) {
        KeyField.parse(source, table, column, text, offset, length);
      }
      if (column == columns.destination) {
        KeyField.parse(destination, table, column, text, offset, length);
      }
      if (column == columns.weight) {
        values.weight = weight(column, text, offset, length);
      }
      if (column == columns.time) {
        values.time = Numbers.parseTime(table, column, text, offset, length);
      }
      if (column == columns.label) {
        values.features[0] = 1 + label(column, text, offset, length);
      }
      if (column == columns.target) {
        values.features[0] = Numbers.parseKnown(table, column, text, offset, length);
      }
      if (column < featureOf.length && featureOf[column] != NO_FEATURE) {
        values.features[featureOf[column]] =
            Numbers.parseFloat(table, column, text, offset, length);
      }
    }

    @Override
    public boolean number(int column, float value) {
      final boolean known =
          column < featureOf.length && featureOf[column] != NO_FEATURE && sole.has(column);
      if (known) {
        values.features[featureOf[column]] = value;
      }
      return known;
    }

    @Override
    public boolean number(int column, long value) {
      if (column != columns.source && column != columns.destination) {
        return number(column, (float) value);
      }
      return sole.has(column) && (column == columns.source ? source : destination).setWhole(value);
    }

    private int label(int column, char[] text, int offset, int length) {
      final int label = LabelField.parse(labels, table, column, text, offset, length);
      if (label >= classes) {
        throw table.error(
            InputError.INPUT_LABEL_UNKNOWN,
            column,
            text,
            offset,
            length,
            "it is a class that was not there when the table was read first");
      }
      return label;
    }

    private float weight(int column, char[] text, int offset, int length) {
      final float weight = Numbers.parseFloat(table, column, text, offset, length);
      if (!EdgeAttributes.weightAllowed(weight)) {
        throw table.error(
            InputError.INPUT_WEIGHT_NEGATIVE,
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
