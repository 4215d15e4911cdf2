// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** Takes the fields of one edge after the other. */
final class KeyPair implements RowTable.Row {
  private final RowTable table;
  private final int sourceColumn;
  private final int destinationColumn;
  final KeyCell source;
  final KeyCell destination;

  KeyPair(
      RowTable table,
      KeyKind sourceKind,
      int sourceColumn,
      KeyKind destinationKind,
      int destinationColumn) {
    this.table = table;
    this.sourceColumn = sourceColumn;
    this.destinationColumn = destinationColumn;
    source = new KeyCell(sourceKind);
    destination = new KeyCell(destinationKind);
  }

  @Override
  public void field(int column, char[] text, int offset, int length) {
    if (column == sourceColumn) {
      source.parse(table, column, text, offset, length);
    }
    if (column == destinationColumn) {
      destination.parse(table, column, text, offset, length);
    }
  }
}
