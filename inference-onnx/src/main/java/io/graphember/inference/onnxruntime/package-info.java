// SPDX-License-Identifier: Apache-2.0
/** Slices on ONNX Runtime; no type of the engine crosses this package's edge. */
package io.graphember.inference.onnxruntime;
