// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where the parts of a vertex stand in a row.
 *
 * @param key column of the key
 * @param label column of the class, -1 for none
 * @param split column of the split, -1 for none
 * @param features column of each feature
 */
record VertexColumns(int key, int label, int split, List<Integer> features) {

  /** The columns of vertices that no file lists. */
  static final VertexColumns NONE = new VertexColumns(0, -1, -1, List.of());

  /** Finds the columns of the settings in a file. */
  static VertexColumns find(SourceSettings.Vertices settings, TableFile file) {
    ColumnFinder finder = file.finder();
    final int key = finder.find(settings.key());
    final int label = finder.find(settings.label());
    final int split = finder.find(settings.split());
    Set<Integer> taken = new HashSet<>(List.of(key, label, split));
    List<Integer> features = finder.findAll(settings.features(), taken);
    return new VertexColumns(key, label, split, features);
  }

  /** All columns that are needed, -1 for none. */
  int[] all() {
    return IntStream.concat(
            IntStream.of(key, label, split), features.stream().mapToInt(Integer::intValue))
        .toArray();
  }

  /** What a table hands its fields to. */
  Reader reader(RowTable table, KeyKind keyKind, LabelIndex labels) {
    return new Reader(this, table, keyKind, labels);
  }

  /** Takes the fields of one vertex after the other. */
  static final class Reader implements RowTable.Row {
    private static final int NO_FEATURE = -1;

    private final VertexColumns columns;
    private final RowTable table;
    private final LabelIndex labels;
    private final int[] featureOf; // [highest feature column + 1]
    final KeyCell key;
    final float[] features;
    int label = -1;
    byte split = Split.NONE;

    private Reader(VertexColumns columns, RowTable table, KeyKind keyKind, LabelIndex labels) {
      this.columns = columns;
      this.table = table;
      this.labels = labels;
      key = new KeyCell(keyKind);
      features = new float[columns.features.size()];
      featureOf = new int[columns.features.stream().mapToInt(c -> c + 1).max().orElse(0)];
      Arrays.fill(featureOf, NO_FEATURE);
      for (int i = 0; i < features.length; i++) {
        featureOf[columns.features.get(i)] = i;
      }
    }

    @Override
    public void field(int column, char[] text, int offset, int length) {
      if (column == columns.key) {
        key.parse(table, column, text, offset, length);
      }
      if (column == columns.label) {
        label = labels.parse(table, column, text, offset, length);
      }
      if (column == columns.split) {
        split = splitCode(column, text, offset, length);
      }
      if (column < featureOf.length && featureOf[column] != NO_FEATURE) {
        features[featureOf[column]] = Numbers.parseFloat(table, column, text, offset, length);
      }
    }

    private byte splitCode(int column, char[] text, int offset, int length) {
      return switch (new String(text, offset, length).strip()) {
        case "" -> Split.NONE;
        case "train" -> Split.TRAIN.code();
        case "valid" -> Split.VALID.code();
        case "test" -> Split.TEST.code();
        default -> throw unknownSplit(column, text, offset, length);
      };
    }

    private GraphemberException unknownSplit(int column, char[] text, int offset, int length) {
      return table.error(
          IngestError.INPUT_SPLIT_UNKNOWN,
          column,
          text,
          offset,
          length,
          "it must be train, valid, test or empty");
    }
  }
}
