// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import java.util.Arrays;

/** The predicted class of a vertex: the value of a predictions cache. Immutable. */
public final class Prediction {
  private final String label;
  private final int classIndex;
  private final float[] probabilities;

  /**
   * A prediction.
   *
   * @param label name of the class
   * @param classIndex its number
   * @param probabilities probability of each class, in the order of their numbers
   */
  public Prediction(String label, int classIndex, float[] probabilities) {
    this.label = label;
    this.classIndex = classIndex;
    this.probabilities = probabilities;
  }

  /** Name of the class. */
  public String label() {
    return label;
  }

  /** Number of the class. */
  public int classIndex() {
    return classIndex;
  }

  /** Probability of each class. */
  public float[] probabilities() {
    return probabilities.clone();
  }

  /** Probability of the predicted class. */
  public float confidence() {
    return probabilities[classIndex];
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Prediction other
        && classIndex == other.classIndex
        && label.equals(other.label)
        && Arrays.equals(probabilities, other.probabilities);
  }

  @Override
  public int hashCode() {
    return 31 * label.hashCode() + Arrays.hashCode(probabilities);
  }

  @Override
  public String toString() {
    return "%s (%.3f)".formatted(label, confidence());
  }
}
