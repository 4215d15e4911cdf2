// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the files of a trained model: all of them are there in the end, or none. */
public final class ModelExport {
  private ModelExport() {}

  /**
   * Writes files, and says which.
   *
   * @param files by name
   * @param folder made if it is not there
   * @param overwrite whether files may replace others
   * @throws io.graphember.spi.error.GraphemberException with code {@code OUTPUT_UNWRITABLE} or
   *     {@code OUTPUT_EXISTS}
   */
  public static void write(
      Map<String, byte[]> files, Path folder, boolean overwrite, PrintStream out) {
    try (DraftFolder drafts = DraftFolder.open(folder, files::containsKey, overwrite)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Files.write(drafts.draft(file.getKey()), file.getValue());
      }
      drafts.commit();
      out.println(
          "Exported    model: %s in %s"
              .formatted(String.join(", ", drafts.names()), drafts.folder()));
    } catch (IOException e) {
      throw DraftFolder.unwritable(folder, String.valueOf(e.getMessage()), e);
    }
  }
}
