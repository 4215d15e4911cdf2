// SPDX-License-Identifier: Apache-2.0
/** Slices that were made elsewhere: a folder of ONNX models and what they mean. */
package io.graphember.inference.imported;
