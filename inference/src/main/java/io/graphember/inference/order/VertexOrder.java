// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

/**
 * Orders of the rows of a partition (GLISP, section IV-E). {@link #PDS} is the order of local
 * numbers and costs nothing; all but {@link #COMMUNITY} are there to be compared with it.
 */
public enum VertexOrder {
  /** By the user's key. GLISP: natural sort, NS. */
  NATURAL,
  /** By in-degree, descending. GLISP: degree sort, DS. */
  DEGREE,
  /** By the master's partition, then by key. GLISP: partition sort, PS. */
  PARTITION,
  /** By the master's partition, then by degree, descending. GLISP: partition based degree sort. */
  PDS,
  /** By the {@linkplain Communities community} within the partition, then by degree, descending. */
  COMMUNITY
}
