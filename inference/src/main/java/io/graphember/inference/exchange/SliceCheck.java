// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.exchange;

import io.graphember.inference.InferenceError;
import io.graphember.inference.onnx.OnnxSignature;
import io.graphember.inference.slice.StageSignature;
import io.graphember.inference.slice.StageSignature.Port;
import io.graphember.spi.error.GraphemberException;
import java.util.List;

/** Whether a model takes and gives what its place in a slice asks for. */
final class SliceCheck {
  private SliceCheck() {}

  /**
   * The signature of a stage by the names of its model.
   *
   * @param where slice and file, for messages
   * @throws GraphemberException with code {@link InferenceError#SLICE_UNFIT} or {@link
   *     InferenceError#SLICE_MALFORMED}
   */
  static StageSignature named(String where, String file, byte[] bytes, StageSignature signature) {
    OnnxSignature model = OnnxSignature.read(file, bytes);
    if (model.inputs().isEmpty() || model.inputs().size() > signature.inputs().size()) {
      throw unfit(
          "%s: it has %d inputs, there are %d to give."
              .formatted(where, model.inputs().size(), signature.inputs().size()));
    }
    if (model.outputs().size() != signature.outputs().size()) {
      throw unfit(
          "%s: it has %d outputs, it must have %d."
              .formatted(where, model.outputs().size(), signature.outputs().size()));
    }
    requireShapes(where + ", input", model.inputs(), signature.inputs());
    requireShapes(where + ", output", model.outputs(), signature.outputs());
    return signature.named(
        model.inputs().stream().map(OnnxSignature.Tensor::name).toList(),
        model.outputs().stream().map(OnnxSignature.Tensor::name).toList());
  }

  private static void requireShapes(
      String where, List<OnnxSignature.Tensor> tensors, List<Port> ports) {
    for (int i = 0; i < tensors.size(); i++) {
      OnnxSignature.Tensor tensor = tensors.get(i);
      final int columns = ports.get(i).columns();
      final List<Long> shape = tensor.shape();
      if (!tensor.floats()
          || shape.size() != 2
          || shape.get(0) != OnnxSignature.FREE
          || shape.get(1) != OnnxSignature.FREE && shape.get(1) != columns) {
        throw unfit(
            "%s %d (%s): it is %s, it must be floats [any, %d]."
                .formatted(where, i + 1, tensor.name(), tensor, columns));
      }
    }
  }

  private static GraphemberException unfit(String message) {
    return new GraphemberException(InferenceError.SLICE_UNFIT, message);
  }
}
