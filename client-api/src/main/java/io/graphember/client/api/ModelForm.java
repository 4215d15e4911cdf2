// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

/** In which files a trained model is exported. */
public enum ModelForm {
  /** ONNX models of the dense parts of each layer. */
  SLICES,
  /** One ONNX model for a sampled subgraph. */
  ONNX
}
