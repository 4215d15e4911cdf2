// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.inference.exchange.ImportedSlices;
import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/**
 * What a job of inference computes with: the parameters that a job left, or slices that the client
 * sent. Immutable; any thread.
 */
final class InferenceContent {
  private final float[] parameters;
  private final byte[] archive;

  /**
   * Content.
   *
   * @param parameters flat; empty with slices
   * @param archive what {@link ImportedSlices#encode} gave; empty for none
   */
  InferenceContent(float[] parameters, byte[] archive) {
    this.parameters = parameters;
    this.archive = archive;
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

  /** Adds all of it. */
  void update(Checksum sum) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * parameters.length);
    bytes.asFloatBuffer().put(parameters);
    sum.update(bytes);
    sum.update(archive);
  }
}
