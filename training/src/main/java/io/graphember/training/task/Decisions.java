// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.util.List;

/**
 * How the decisions of a classifier fit what is known.
 *
 * @param confusion vertices by their class and by the class that was predicted: a row for each
 *     class; empty of several labels, and of more than {@value #MOST_CLASSES} classes
 * @param calibration how often decisions are right by how sure the model was of them
 */
public record Decisions(List<List<Long>> confusion, Calibration calibration) {
  /** A confusion matrix of more classes would cost more than it tells. */
  public static final int MOST_CLASSES = 100;
}
