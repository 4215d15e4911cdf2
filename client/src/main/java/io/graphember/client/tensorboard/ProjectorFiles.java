// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.tensorboard;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Embeddings in the folder of a run, for TensorBoard's projector: {@value #TENSOR}, a row of
 * numbers for each vertex; {@value #METADATA}, its key and its label; and {@value #CONFIG}, which
 * names both. Columns are parted by tabs.
 */
public final class ProjectorFiles {
  private static final String TENSOR = "embeddings.tsv";
  private static final String METADATA = "embedding-labels.tsv";
  private static final String CONFIG = "projector_config.pbtxt";

  private ProjectorFiles() {}

  /**
   * Writes the files.
   *
   * @param folder of the run, which is there
   * @param keys of the vertices
   * @param rows embedding of each
   * @param labels label of each; empty if there are none
   * @throws UncheckedIOException if they cannot be written
   */
  public static void write(Path folder, List<?> keys, List<float[]> rows, List<String> labels) {
    try (BufferedWriter tensor = Files.newBufferedWriter(folder.resolve(TENSOR));
        BufferedWriter metadata = Files.newBufferedWriter(folder.resolve(METADATA))) {
      metadata.write("vertex\tlabel\n");
      for (int i = 0; i < rows.size(); i++) {
        row(rows.get(i), tensor);
        metadata.write(text(String.valueOf(keys.get(i))));
        metadata.write('\t');
        metadata.write(labels.isEmpty() ? "" : text(labels.get(i)));
        metadata.write('\n');
      }
      Files.writeString(
          folder.resolve(CONFIG),
          """
          embeddings {
            tensor_name: "embeddings"
            tensor_path: "%s"
            metadata_path: "%s"
          }
          """
              .formatted(TENSOR, METADATA));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void row(float[] values, BufferedWriter to) throws IOException {
    for (int c = 0; c < values.length; c++) {
      to.write(c == 0 ? "" : "\t");
      to.write(Float.toString(values[c]));
    }
    to.write('\n');
  }

  /** What users have named, in one cell. */
  private static String text(String raw) {
    return raw.replaceAll("[\\p{Cntrl}]", " ");
  }
}
