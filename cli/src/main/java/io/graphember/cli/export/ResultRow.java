// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.client.api.Prediction;

/**
 * The result of a vertex.
 *
 * @param key the user's key: a {@code Long}, {@code String} or {@code UUID}
 * @param label name of the predicted class; empty if none is predicted
 * @param classIndex number of the predicted class; 0 if none is predicted
 * @param numbers the vector, the probability of each class, or the targets
 */
record ResultRow(Object key, String label, int classIndex, float[] numbers) {
  static ResultRow of(Object key, float[] numbers) {
    return new ResultRow(key, "", 0, numbers);
  }

  static ResultRow of(Object key, Prediction prediction) {
    return new ResultRow(
        key, prediction.label(), prediction.classIndex(), prediction.probabilities());
  }
}
