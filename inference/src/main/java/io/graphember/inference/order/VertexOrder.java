// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

/** Orders of the rows of a partition (GLISP, section IV-E). */
public enum VertexOrder {
  /**
   * By the master's partition, then by degree, descending: the order of local numbers, which costs
   * nothing. GLISP: partition based degree sort.
   */
  PDS,
  /** By the {@linkplain Communities community} within the partition, then by degree, descending. */
  COMMUNITY
}
