// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

/**
 * The vertices of the three splits of a job that one trainer has, in ascending order of vid.
 *
 * @param train trained on
 * @param valid chooses the best epoch; may be empty
 * @param test measures the result; may be empty
 * @param classes how many vertices of each class all trainers train on together; empty if classes
 *     are not balanced
 */
public record SplitVertices(
    DealtVertices train, DealtVertices valid, DealtVertices test, long[] classes) {
  /** Of a job that learns no vertices. */
  public static final SplitVertices NONE =
      new SplitVertices(DealtVertices.NONE, DealtVertices.NONE, DealtVertices.NONE, new long[0]);

  /** The splits of the only trainer, whose classes are not balanced. */
  public static SplitVertices all(
      LabeledVertices train, LabeledVertices valid, LabeledVertices test) {
    return new SplitVertices(
        DealtVertices.all(train), DealtVertices.all(valid), DealtVertices.all(test), new long[0]);
  }
}
