// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

/**
 * Gives every empty partition an edge of the largest one, as long as that has two. Only graphs with
 * hardly more edges than partitions need it.
 */
final class EmptyPartitions {
  private EmptyPartitions() {}

  static void fill(VertexCut cut) {
    for (int p = 0; p < cut.partitions; p++) {
      int donor = largest(cut.edges);
      if (cut.edges[p] == 0 && cut.edges[donor] > 1) {
        give(cut, donor, p);
      }
    }
  }

  private static int largest(long[] counts) {
    int largest = 0;
    for (int p = 1; p < counts.length; p++) {
      largest = counts[p] > counts[largest] ? p : largest;
    }
    return largest;
  }

  private static void give(VertexCut cut, int from, int to) {
    SimpleGraph graph = cut.graph;
    for (int u = 0; u < graph.vertices(); u++) {
      for (int i = graph.offsets[u]; i < graph.offsets[u + 1]; i++) {
        int edge = SimpleGraph.edge(graph.slots[i]);
        if (cut.assigned[edge] == from) {
          cut.assigned[edge] = (byte) to;
          cut.edges[from]--;
          cut.edges[to]++;
          moveEnd(cut, u, from, to);
          moveEnd(cut, SimpleGraph.neighbor(graph.slots[i]), from, to);
          return;
        }
      }
    }
  }

  private static void moveEnd(VertexCut cut, int vertex, int from, int to) {
    cut.join(vertex, to);
    SimpleGraph graph = cut.graph;
    for (int i = graph.offsets[vertex]; i < graph.offsets[vertex + 1]; i++) {
      if (cut.assigned[SimpleGraph.edge(graph.slots[i])] == from) {
        return;
      }
    }
    cut.sets[vertex] &= ~(1L << from);
    cut.vertices[from]--;
  }
}
