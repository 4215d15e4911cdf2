// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnxruntime;

import ai.onnxruntime.OrtEnvironment;
import io.graphember.inference.onnx.StageModel;
import io.graphember.inference.slice.SliceBatch;
import io.graphember.inference.slice.SliceRunner;
import java.util.Optional;

/**
 * Computes a slice by ONNX Runtime: a session for transform and one for apply, each of one thread.
 * How a row is rounded may depend on the size of its batch, which the graph alone decides.
 */
final class OrtRunner implements SliceRunner {
  private final Optional<OrtStage> transform; // empty where it has nothing to compute
  private final OrtStage apply;
  private final int output;

  OrtRunner(OrtEnvironment environment, Optional<StageModel> transform, StageModel apply) {
    this.transform = transform.map(model -> new OrtStage(environment, model));
    this.apply = new OrtStage(environment, apply);
    output = apply.signature().outputs().get(0).value();
  }

  @Override
  public void transform(SliceBatch batch) {
    transform.ifPresent(stage -> stage.run(batch));
  }

  @Override
  public float[] apply(SliceBatch batch) {
    apply.run(batch);
    return batch.value(output);
  }

  @Override
  public void close() {
    transform.ifPresent(OrtStage::close);
    apply.close();
  }
}
