// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.schema.InputError;
import io.graphember.schema.LabelIndex;

/** Reads a class out of a field. */
public final class LabelField {
  private LabelField() {}

  /** Index of the class, -1 for an empty field and for nan. */
  public static int parse(
      LabelIndex labels, RowTable at, int column, char[] text, int offset, int length) {
    final String name = new String(text, offset, length).strip();
    if (name.isEmpty() || name.equalsIgnoreCase("nan")) {
      return -1;
    }
    if (name.indexOf(FeatureColumns.LIST) >= 0) {
      throw at.error(
          InputError.INPUT_COLUMN_UNFIT,
          column,
          text,
          offset,
          length,
          "a list is not one class; labelSeparator reads several classes of a vertex");
    }
    if (labels.full() && !labels.has(name)) {
      throw at.error(
          InputError.INPUT_TOO_MANY_CLASSES,
          column,
          text,
          offset,
          length,
          "there are more than "
              + LabelIndex.MAX_CLASSES
              + " classes, so this is no column of classes");
    }
    return labels.index(name, "");
  }
}
