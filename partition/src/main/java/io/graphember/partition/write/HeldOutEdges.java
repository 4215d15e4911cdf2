// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

import io.graphember.graph.store.HeldOutLists;

/** The edges of a graph that are held out, wherever they lie. Used by one thread. */
@FunctionalInterface
public interface HeldOutEdges {
  /** Those of a partition. */
  HeldOutLists of(int partition);
}
