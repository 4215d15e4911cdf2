// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** Takes the fields of one edge after the other. */
final class KeyPair implements CsvTable.Row {
  private final CsvTable table;
  private final int sourceColumn;
  private final int destinationColumn;
  final KeyCell source;
  final KeyCell destination;

  KeyPair(CsvTable table, KeyKind keyKind, int sourceColumn, int destinationColumn) {
    this.table = table;
    this.sourceColumn = sourceColumn;
    this.destinationColumn = destinationColumn;
    source = new KeyCell(keyKind);
    destination = new KeyCell(keyKind);
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
