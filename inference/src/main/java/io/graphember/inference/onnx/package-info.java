// SPDX-License-Identifier: Apache-2.0
/** Models written as ONNX from programs and parameters, with no engine. */
@NullMarked
package io.graphember.inference.onnx;

import org.jspecify.annotations.NullMarked;
