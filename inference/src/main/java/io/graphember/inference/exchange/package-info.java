// SPDX-License-Identifier: Apache-2.0
/** Slices as a folder of ONNX models and what they mean: for elsewhere, and from elsewhere. */
@NullMarked
package io.graphember.inference.exchange;

import org.jspecify.annotations.NullMarked;
