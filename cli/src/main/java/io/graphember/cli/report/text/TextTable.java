// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report.text;

import java.util.ArrayList;
import java.util.List;

/** Text in columns: the first to the left, numbers to the right. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();

  public TextTable row(String... cells) {
    rows.add(cells);
    return this;
  }

  /** The lines. */
  public List<String> lines() {
    final int columns = rows.stream().mapToInt(row -> row.length).max().orElse(0);
    int[] widths = new int[columns];
    boolean[] right = new boolean[columns];
    for (int column = 0; column < columns; column++) {
      right[column] = rows.size() > 1;
      for (int row = 0; row < rows.size(); row++) {
        String cell = cell(row, column);
        widths[column] = Math.max(widths[column], cell.length());
        right[column] &= row == 0 || cell.matches("[-+]?[0-9.,]+( [kMGT]?B)?|-?");
      }
    }
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String cell = cell(row, column);
        String blanks = " ".repeat(widths[column] - cell.length());
        line.append(column == 0 ? "" : GAP).append(right[column] ? blanks + cell : cell + blanks);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private String cell(int row, int column) {
    String[] cells = rows.get(row);
    return column < cells.length ? cells[column] : "";
  }
}
