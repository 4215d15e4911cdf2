// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.numpy;

import io.graphember.schema.source.ReadMeter;
import java.util.List;

/** Edges between numbered vertices. */
interface EdgeList {
  /** Takes an edge. */
  @FunctionalInterface
  interface Visitor {
    void edge(long source, long destination);
  }

  /** Number of edges. */
  long edges();

  /** What is read. */
  List<ArrayFile> files();

  /**
   * Reads all edges.
   *
   * @param vertices number of vertices; edges beyond it are refused
   */
  void read(long vertices, Visitor visitor, ReadMeter meter);
}
