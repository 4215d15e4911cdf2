// SPDX-License-Identifier: Apache-2.0
/** Models written as ONNX from programs and parameters, with no engine. */
package io.graphember.inference.onnx;
