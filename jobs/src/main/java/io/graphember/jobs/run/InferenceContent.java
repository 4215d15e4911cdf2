// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.inference.exchange.ImportedSlices;
import io.graphember.jobs.live.KeptRows;
import io.graphember.training.job.InferenceSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.Checksum;

/**
 * What a layer-wise pass computes with: an engine, and the parameters of a model and the rows that
 * were learned with them, or slices that the client sent. Immutable; any thread.
 */
final class InferenceContent {
  private final InferenceSettings.Engine engine;
  private final float[] parameters;
  private final byte[] archive;
  private final KeptRows learned; // or null

  /**
   * Content.
   *
   * @param engine a chosen one, of the dense parts
   * @param parameters flat; empty with slices
   * @param archive what {@link ImportedSlices#encode} gave; empty for none
   * @param learned rows of vertices without features; null for none
   */
  InferenceContent(
      InferenceSettings.Engine engine, float[] parameters, byte[] archive, KeptRows learned) {
    this.engine = engine;
    this.parameters = parameters;
    this.archive = archive;
    this.learned = learned;
  }

  /** The engine of the dense parts. */
  InferenceSettings.Engine engine() {
    return engine;
  }

  /** The parameters of a model. */
  float[] parameters() {
    return parameters;
  }

  /**
   * The slices.
   *
   * @throws io.graphember.spi.error.GraphemberException if they are none that are run
   */
  ImportedSlices slices() {
    return ImportedSlices.decode(archive);
  }

  /** The slices as they were sent; empty for none. */
  byte[] archive() {
    return archive;
  }

  /** Rows of vertices without features. */
  Optional<KeptRows> learned() {
    return Optional.ofNullable(learned);
  }

  /** Adds the model; rows by their name, which no others ever have. */
  void update(Checksum sum) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * parameters.length);
    bytes.asFloatBuffer().put(parameters);
    sum.update(bytes);
    sum.update(archive);
    if (learned != null) {
      sum.update(learned.cache().getBytes(StandardCharsets.UTF_8));
    }
  }
}
