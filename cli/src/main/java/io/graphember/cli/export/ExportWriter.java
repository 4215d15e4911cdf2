// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import java.io.Closeable;
import java.io.IOException;

/** Writes results in one format, row by row, in little memory. Used by one thread. */
interface ExportWriter extends Closeable {
  /** Appends a row, as wide as the columns say. */
  void write(ResultRow row) throws IOException;

  /** Completes the files. */
  @Override
  void close() throws IOException;
}
