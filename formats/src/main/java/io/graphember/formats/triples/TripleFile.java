// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.triples;

import io.graphember.formats.table.ColumnFinder;
import io.graphember.formats.table.KeyField;
import io.graphember.formats.table.RowTable;
import io.graphember.formats.table.TableFile;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.piece.KeyCell;
import io.graphember.schema.source.ReadMeter;

/**
 * A file of triples.
 *
 * @param split what its triples are for
 * @param file the file
 * @param head column of the head, from 0
 * @param relation column of the relation, from 0
 * @param tail column of the tail, from 0
 */
record TripleFile(Split split, TableFile file, int head, int relation, int tail) {
  /**
   * Finds the columns of a file.
   *
   * @throws io.graphember.spi.error.GraphemberException if one is not there
   */
  static TripleFile find(Split split, TableFile file, TripleColumns columns) {
    final ColumnFinder finder = file.finder();
    return new TripleFile(
        split,
        file,
        finder.find(columns.head()),
        finder.find(columns.relation()),
        finder.find(columns.tail()));
  }

  /** Reads the relations alone. */
  void readRelations(Relations relations, ReadMeter meter) {
    try (RowTable table = file.open(new int[] {relation}, meter)) {
      while (table.next(
          (column, text, offset, length) -> {
            if (column == relation) {
              relations.add(table, column, text, offset, length);
            }
          })) {
        // The row is all there is to do.
      }
    }
  }

  /**
   * Reads the triples.
   *
   * @param keys what the keys of entities are
   * @param batch takes them; flushed at the end
   */
  void read(Relations relations, KeyKind keys, TripleBatch batch, ReadMeter meter) {
    try (RowTable table = file.open(new int[] {head, relation, tail}, meter)) {
      final Triple triple = new Triple(this, table, relations, keys);
      while (table.next(triple)) {
        batch.add(triple.type, triple.headKey, triple.tailKey);
      }
    }
    batch.flush();
  }

  /** Takes the fields of one triple after the other. */
  private static final class Triple implements RowTable.Row {
    private final TripleFile columns;
    private final RowTable table;
    private final Relations relations;
    private final KeyCell headKey;
    private final KeyCell tailKey;
    private int type;

    Triple(TripleFile columns, RowTable table, Relations relations, KeyKind keys) {
      this.columns = columns;
      this.table = table;
      this.relations = relations;
      headKey = new KeyCell(keys);
      tailKey = new KeyCell(keys);
    }

    @Override
    public void field(int column, char[] text, int offset, int length) {
      if (column == columns.head) {
        KeyField.parse(headKey, table, column, text, offset, length);
      }
      if (column == columns.relation) {
        type = relations.number(table, column, text, offset, length);
      }
      if (column == columns.tail) {
        KeyField.parse(tailKey, table, column, text, offset, length);
      }
    }
  }
}
