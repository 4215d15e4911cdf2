// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.api.ModelForm;
import io.graphember.inference.InferenceError;
import io.graphember.inference.exchange.ExportedSlices;
import io.graphember.inference.onnx.WholeModel;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import java.util.Map;

/** Writes trained models as files. */
final class ModelFiles {
  /** Bytes of parameters that are exported: a reply carries them whole. */
  static final long MOST_BYTES = 128L << 20;

  private ModelFiles() {}

  /**
   * The files of a model, by name.
   *
   * @param job that left it, for messages
   * @param mostBytes of parameters
   * @throws GraphemberException with code {@link InferenceError#SLICE_TOO_LARGE}
   */
  static Map<String, byte[]> of(String job, StoredModel model, ModelForm form, long mostBytes) {
    float[] parameters = model.parameters();
    if (4L * parameters.length > mostBytes) {
      throw new GraphemberException(
          InferenceError.SLICE_TOO_LARGE,
          "The model of job %s has %d MiB of parameters, at most %d are exported."
              .formatted(job, 4L * parameters.length >> 20, mostBytes >> 20));
    }
    ModelSpec spec = model.spec();
    return switch (form) {
      case SLICES -> ExportedSlices.of(spec, parameters);
      case ONNX -> Map.of("model.onnx", WholeModel.write(spec, parameters));
    };
  }
}
