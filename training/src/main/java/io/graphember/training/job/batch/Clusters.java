// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.batch;

/** Where the clusters of {@code cluster-batch} come from. */
public enum Clusters {
  /** Each partition finds them among its vertices. */
  LABEL_PROPAGATION,
  /** A column of the source numbers them. */
  COLUMN
}
