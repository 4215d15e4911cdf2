// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

/** Where a table is. */
public interface TablePlace {
  /** The setting that says so, for messages. */
  String setting();

  /** False if nothing says so. */
  boolean given();
}
