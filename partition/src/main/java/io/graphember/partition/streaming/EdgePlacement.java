// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

/** Places one edge after the other. Used by one thread at a time. */
interface EdgePlacement {
  /** Places an edge; its partition. */
  int place(int source, int destination);
}
