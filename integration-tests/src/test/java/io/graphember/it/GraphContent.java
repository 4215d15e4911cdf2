// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.PartitionReader;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.RowMatrix;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;

/**
 * What a graph of one vertex type and one edge type, whose edges have weights, says by its keys,
 * however it is cut.
 *
 * @param vertices class and features of each vertex
 * @param edges ends and weight of each edge, sorted
 */
record GraphContent(TreeMap<String, String> vertices, List<String> edges) {
  /** Reads the blocks of a version. */
  static GraphContent of(Ignite ignite, GraphInfo graph) {
    final IgniteCache<Long, byte[]> own = ignite.cache(graph.cache());
    final IgniteCache<Long, byte[]> sealed =
        graph.sealedVersion().map(base -> ignite.<Long, byte[]>cache(base.cache())).orElse(own);
    final int stays = graph.sealedVersion().map(GraphInfo::partitions).orElse(0);
    final List<PartitionReader> readers = new ArrayList<>();
    final List<PartitionTopology> topologies = new ArrayList<>();
    final List<KeyColumn> keys = new ArrayList<>();
    for (int p = 0; p < graph.partitions(); p++) {
      readers.add(
          new PartitionReader(
              p,
              key ->
                  (BlockKey.partition(key) < stays && !BlockKey.isPatch(key) ? sealed : own)
                      .get(key),
              Cancellation.NEVER));
      topologies.add(readers.get(p).topology());
      keys.add(readers.get(p).keys(1).get(0));
    }
    final GraphContent content = new GraphContent(new TreeMap<>(), new ArrayList<>());
    for (int p = 0; p < graph.partitions(); p++) {
      content.addVertices(graph, readers.get(p), topologies.get(p).masters(), keys.get(p));
      content.addEdges(p, topologies.get(p), readers.get(p).edgeData(topologies.get(p)), keys);
    }
    content.edges.sort(null);
    return content;
  }

  private void addVertices(GraphInfo graph, PartitionReader reader, int masters, KeyColumn keys) {
    final int dim = graph.featureDim();
    final RowMatrix features = reader.features(0, 0, masters, dim);
    final int[] labels = reader.labels(masters).labels();
    for (int local = 0; local < masters; local++) {
      final float[] row = new float[dim];
      if (features != null) {
        features.read(local, row, 0);
      }
      final String label = labels[local] < 0 ? "none" : graph.classNames().get(labels[local]);
      vertices.put(keys.stringAt(local), label + " " + Arrays.toString(row));
    }
  }

  private void addEdges(
      int partition, PartitionTopology topology, EdgeData data, List<KeyColumn> keys) {
    final EdgeIndex out = topology.out();
    int place = 0;
    for (int v = 0; v < topology.vertices(); v++) {
      final int[] heads = new int[out.lists().degree(v)];
      out.lists().copy(v, heads, 0);
      for (int head : heads) {
        edges.add(
            "%s>%s %s"
                .formatted(
                    key(topology.vid(partition, v), keys),
                    key(topology.vid(partition, head), keys),
                    data.weights()[place++]));
      }
    }
  }

  private static String key(long vid, List<KeyColumn> keys) {
    return keys.get(Vid.partition(vid)).stringAt(Vid.local(vid));
  }
}
