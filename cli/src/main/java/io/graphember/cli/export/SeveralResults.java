// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The same rows in several formats at once: the cluster is read one time. */
final class SeveralResults implements ExportWriter {
  private final List<ExportWriter> writers = new ArrayList<>();

  /** Begins to write in each format. */
  SeveralResults(Collection<ResultFormat> formats, ResultColumns columns, DraftFolder folder)
      throws IOException {
    try {
      for (ResultFormat format : formats) {
        writers.add(format.open(columns, folder));
      }
    } catch (IOException e) {
      closeAfter(e);
      throw e;
    }
  }

  private void closeAfter(IOException reason) {
    try {
      close();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  @Override
  public void write(ResultRow row) throws IOException {
    for (ExportWriter writer : writers) {
      writer.write(row);
    }
  }

  /** Completes all of them, the others too if one fails. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (ExportWriter writer : writers) {
      try {
        writer.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
