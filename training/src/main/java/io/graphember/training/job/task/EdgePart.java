// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

/** The part of a job that an edge is for. */
public enum EdgePart {
  /** Trained on. */
  TRAIN,
  /** Chooses the best epoch. */
  VALID,
  /** Measures the result. */
  TEST
}
