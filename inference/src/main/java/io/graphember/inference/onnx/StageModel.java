// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.onnx;

import io.graphember.inference.slice.StageSignature;

/**
 * A stage of a slice as an ONNX model.
 *
 * @param bytes the file; not to be changed
 * @param signature its inputs and outputs by the names that they have in the model
 */
public record StageModel(byte[] bytes, StageSignature signature) {}
