// SPDX-License-Identifier: Apache-2.0
/** Slices on ONNX Runtime; no type of the engine crosses this package's edge. */
@NullMarked
package io.graphember.inference.onnxruntime;

import org.jspecify.annotations.NullMarked;
