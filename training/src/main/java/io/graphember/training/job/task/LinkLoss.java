// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.task;

/** Losses of link prediction that a job file may name. */
public enum LinkLoss {
  /** Binary cross-entropy of edges and negatives, each for itself. */
  BCE,
  /** By a margin an edge is to lead each of its negatives. */
  MARGIN,
  /** Softmax over an edge and its negatives. */
  SOFTMAX
}
