// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.infer;

import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.jobs.live.CheckpointedEmbeddings;
import io.graphember.training.job.InferenceSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.Checksum;

/**
 * What a layer-wise pass computes with: an engine, and the parameters of a model and the rows that
 * were learned with them, or slices that the client sent.
 *
 * @param engine a chosen one, of the dense parts
 * @param parameters flat; empty with slices
 * @param archive what {@link ImportedSlices#encode} gave; empty for none
 * @param learned learnable embeddings of vertices without features
 */
public record InferenceContent(
    InferenceSettings.Engine engine,
    float[] parameters,
    byte[] archive,
    Optional<CheckpointedEmbeddings> learned) {
  /**
   * The slices.
   *
   * @throws io.graphember.spi.error.GraphemberException if they are none that are run
   */
  ImportedSlices slices() {
    return ImportedSlices.decode(archive);
  }

  /** Adds the model; rows by their name, which no others ever have. */
  void update(Checksum sum) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * parameters.length);
    bytes.asFloatBuffer().put(parameters);
    sum.update(bytes);
    sum.update(archive);
    learned.ifPresent(rows -> sum.update(rows.cache().getBytes(StandardCharsets.UTF_8)));
  }
}
