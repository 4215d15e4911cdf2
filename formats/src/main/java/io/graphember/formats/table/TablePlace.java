// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import org.jspecify.annotations.Nullable;

/** Where a table is. */
public interface TablePlace {
  /** The setting that says so, for messages. */
  String setting();

  /** False if nothing says so. */
  boolean given();

  /**
   * What is given of a place.
   *
   * @throws IllegalStateException if nothing is: the settings were not checked
   */
  static String present(@Nullable String part) {
    if (part == null) {
      throw new IllegalStateException("the settings were not checked: a table has no place");
    }
    return part;
  }
}
