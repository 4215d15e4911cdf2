// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.FeatureEncoding;
import io.graphember.schema.InputError;
import io.graphember.schema.KeyKind;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.Split;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.piece.VertexValues;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where the parts of a vertex stand in a row.
 *
 * @param key column of the key
 * @param label column of the class, -1 for none
 * @param separator between several classes in that column, which are targets then; 0 for one class
 * @param targets column of each number that is to be predicted
 * @param split column of the split, -1 for none
 * @param time column of the timestamp, -1 for none
 * @param cluster column of the number of the cluster, -1 for none
 * @param features columns of the features
 */
record VertexColumns(
    int key,
    int label,
    char separator,
    List<Integer> targets,
    int split,
    int time,
    int cluster,
    FeatureColumns features) {

  /** The columns of vertices that no file lists. */
  static final VertexColumns NONE =
      new VertexColumns(0, -1, (char) 0, List.of(), -1, -1, -1, FeatureColumns.NONE);

  /** Finds the columns of the settings in a file. */
  static VertexColumns find(VertexColumnSettings settings, ColumnFinder finder) {
    final int key = finder.find(settings.key());
    final int label = finder.find(settings.label());
    final int split = finder.find(settings.split());
    final int time = finder.find(settings.time());
    final int cluster = finder.find(settings.cluster());
    Set<Integer> taken = new HashSet<>(Arrays.asList(key, label, split, time, cluster));
    List<Integer> targets = finder.findAll(settings.targets(), taken);
    taken.addAll(targets);
    FeatureColumns features = FeatureColumns.find(settings, finder, taken);
    final String separator = settings.labelSeparator();
    return new VertexColumns(
        key,
        label,
        separator == null ? 0 : separator.charAt(0),
        targets,
        split,
        time,
        cluster,
        features);
  }

  /** Whole numbers that a vertex carries. */
  VertexAttributes attributes() {
    return new VertexAttributes(time >= 0, cluster >= 0);
  }

  /** True if a vertex has one class. */
  boolean oneClass() {
    return label >= 0 && separator == 0;
  }

  /** True if a vertex may have several classes, whose names stand in one column. */
  boolean severalClasses() {
    return label >= 0 && separator != 0;
  }

  /** All columns that are needed, -1 for none. */
  int[] all() {
    return IntStream.concat(
            IntStream.of(key, label, split, time, cluster),
            Stream.concat(features.all(), targets.stream()).mapToInt(Integer::intValue))
        .toArray();
  }

  /**
   * What a table hands its fields to.
   *
   * @param labels receives the names of classes; has all of them already where a vertex may have
   *     several
   * @param encoding what was learned of the columns of features
   */
  Reader reader(RowTable table, KeyKind keyKind, LabelIndex labels, FeatureEncoding encoding) {
    return new Reader(this, table, keyKind, labels, encoding);
  }

  /** Reads the names of all classes, where a vertex may have several. */
  void readClasses(RowTable table, LabelIndex labels) {
    while (table.next(
        (column, text, offset, length) -> {
          if (column == label) {
            eachClass(table, text, offset, length, labels, number -> {});
          }
        })) {
      // The row is all there is to do.
    }
  }

  /** Hears the number of each class in a field. */
  private void eachClass(
      RowTable table, char[] text, int offset, int length, LabelIndex labels, IntConsumer each) {
    int from = offset;
    for (int i = offset; i <= offset + length; i++) {
      if (i == offset + length || text[i] == separator || text[i] == FeatureColumns.LIST) {
        final int number = LabelField.parse(labels, table, label, text, from, i - from);
        if (number >= 0) {
          each.accept(number);
        }
        from = i + 1;
      }
    }
  }

  /** Takes the fields of one vertex after the other. */
  static final class Reader implements RowTable.Row {
    private static final int NONE = -1;

    private final VertexColumns columns;
    private final RowTable table;
    private final LabelIndex labels;
    private final int[] targetOf; // [highest target column + 1]
    private final SoleColumns sole;
    final KeyCell key;
    final FeatureReader features;
    final float[] targets; // NaN where they are not known
    int label = -1;
    byte split = Split.NONE;
    final VertexValues numbers = new VertexValues();

    private Reader(
        VertexColumns columns,
        RowTable table,
        KeyKind keyKind,
        LabelIndex labels,
        FeatureEncoding encoding) {
      this.columns = columns;
      this.table = table;
      this.labels = labels;
      key = new KeyCell(keyKind);
      features = new FeatureReader(columns.features, table, encoding);
      targets =
          new float[columns.severalClasses() ? labels.names().size() : columns.targets.size()];
      targetOf = places(columns.targets);
      sole = new SoleColumns(columns.all());
    }

    @Override
    public boolean number(int column, float value) {
      return sole.has(column) && features.number(column, value);
    }

    @Override
    public boolean number(int column, long value) {
      if (column != columns.key) {
        return number(column, (float) value);
      }
      return sole.has(column) && key.setWhole(value);
    }

    /** Place of each column in a list of some, {@link #NONE} for others. */
    private static int[] places(List<Integer> some) {
      int[] places = new int[some.stream().mapToInt(c -> c + 1).max().orElse(0)];
      Arrays.fill(places, NONE);
      for (int i = 0; i < some.size(); i++) {
        places[some.get(i)] = i;
      }
      return places;
    }

    @Override
    public void field(int column, char[] text, int offset, int length) {
      if (column == columns.key) {
        KeyField.parse(key, table, column, text, offset, length);
      }
      if (column == columns.label && columns.separator == 0) {
        label = LabelField.parse(labels, table, column, text, offset, length);
      } else if (column == columns.label) {
        classes(column, text, offset, length);
      }
      if (column == columns.split) {
        split = splitCode(column, text, offset, length);
      }
      if (column == columns.time) {
        numbers.time =
            Numbers.missing(text, offset, length)
                ? VertexAttributes.UNKNOWN
                : Numbers.parseTime(table, column, text, offset, length);
      }
      if (column == columns.cluster) {
        numbers.cluster = cluster(column, text, offset, length);
      }
      features.field(column, text, offset, length);
      if (column < targetOf.length && targetOf[column] != NONE) {
        targets[targetOf[column]] = Numbers.parseKnown(table, column, text, offset, length);
      }
    }

    /** 1 for each class in the field, 0 for the others; unknown if there is none. */
    private void classes(int column, char[] text, int offset, int length) {
      Arrays.fill(targets, 0);
      int[] found = new int[1];
      columns.eachClass(
          table,
          text,
          offset,
          length,
          labels,
          number -> {
            if (number >= targets.length) {
              throw table.error(
                  InputError.INPUT_LABEL_UNKNOWN,
                  column,
                  text,
                  offset,
                  length,
                  "it has a class that was not there when the table was read first");
            }
            targets[number] = 1;
            found[0]++;
          });
      if (found[0] == 0) {
        Arrays.fill(targets, Float.NaN);
      }
    }

    private long cluster(int column, char[] text, int offset, int length) {
      if (Numbers.missing(text, offset, length)) {
        return VertexAttributes.UNKNOWN;
      }
      final long cluster = Numbers.parseLong(table, column, text, offset, length);
      if (!VertexAttributes.clusterAllowed(cluster)) {
        throw table.error(
            InputError.INPUT_NOT_A_NUMBER,
            column,
            text,
            offset,
            length,
            "the number of a cluster must be 0 or more, or nothing");
      }
      return cluster;
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
          InputError.INPUT_SPLIT_UNKNOWN,
          column,
          text,
          offset,
          length,
          "it must be train, valid, test or empty");
    }
  }
}
