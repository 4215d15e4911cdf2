// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

/** How the neighbour lists of a graph lie in memory and in the durable cache. */
public enum StoreLayout {
  /** Every neighbour is a number of whole bytes, found by its position: fast. */
  COMPACT,
  /** Neighbours are differences in few bits, read from the start of a list: small. */
  COMPRESSED
}
