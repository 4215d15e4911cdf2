// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.inference.cache.Eviction;
import io.graphember.inference.order.ChunkReads;
import io.graphember.inference.order.VertexOrder;
import io.graphember.ingest.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chunks of rows that whole-graph inference asks for, by the order of the vertices: on a graph with
 * communities and on R-MAT, which has none. Counts: they are the same on every run.
 */
final class Order implements Benchmark {
  private static final double TARGET = 0.45;

  @Override
  public String name() {
    return "order";
  }

  @Override
  public String description() {
    return "chunks of rows asked for by inference, by the order of the vertices";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("vertices", "262144");
    options.put("block", "1024");
    options.put("edges", "4000000");
    options.put("within", "0.95");
    options.put("partitions", "8");
    options.put("partitioner", "adadne");
    options.put("batch", "512");
    options.put("chunkRows", "1024");
    options.put("cachePercent", "10");
    return options;
  }

  @Override
  public List<Measurement> run(Map<String, String> options) {
    final int vertices = Integer.parseInt(options.get("vertices"));
    final int edges = Integer.parseInt(options.get("edges"));
    List<Measurement> all = new ArrayList<>();
    all.addAll(
        measure(
            options,
            new CommunitySource(
                vertices,
                Integer.parseInt(options.get("block")),
                edges,
                Float.parseFloat(options.get("within"))),
            "block model"));
    all.addAll(
        measure(
            options,
            new RmatSource(Integer.numberOfTrailingZeros(vertices), edges, 0, 1, 0),
            "R-MAT"));
    return all;
  }

  private static List<Measurement> measure(
      Map<String, String> options, GraphSource source, String where) {
    BuiltGraph graph =
        BuiltGraph.build(
            source,
            "{name: order, partitions: %s, partitioner: %s}"
                .formatted(options.get("partitions"), options.get("partitioner")));
    List<GraphPartition> partitions = new ArrayList<>();
    for (int p = 0; p < graph.summary().partitions(); p++) {
      partitions.add(GraphPartition.load(p, 0, key -> graph.blocks().get(key), Cancellation.NEVER));
    }
    List<Measurement> all = new ArrayList<>();
    all.add(
        Measurement.lower(
                "replication factor", "", List.of(graph.summary().quality().replicationFactor()))
            .in(where));
    double natural = 0;
    for (VertexOrder order : VertexOrder.values()) {
      ChunkReads fifo = count(options, partitions, order, Eviction.FIFO);
      ChunkReads lru = count(options, partitions, order, Eviction.LRU);
      natural = order == VertexOrder.NATURAL ? fifo.reads() : natural;
      Measurement reads =
          Measurement.lower(
              "%s: reads / natural".formatted(order), "", List.of(fifo.reads() / natural));
      all.add(
          (order == VertexOrder.PDS && where.equals("block model")
                  ? reads.withTarget(TARGET)
                  : reads)
              .in(where));
      all.add(share(order, "FIFO", fifo).in(where));
      all.add(share(order, "LRU", lru).in(where));
    }
    return all;
  }

  private static Measurement share(VertexOrder order, String eviction, ChunkReads counted) {
    return Measurement.higher(
        "%s: in memory by %s".formatted(order, eviction),
        "%",
        List.of(100.0 * counted.hits() / counted.reads()));
  }

  private static ChunkReads count(
      Map<String, String> options,
      List<GraphPartition> partitions,
      VertexOrder order,
      Eviction eviction) {
    return ChunkReads.count(
        partitions.stream().map(GraphPartition::topology).toList(),
        order,
        vid -> (long) partitions.get(Vid.partition(vid)).keyAt(Vid.local(vid)),
        new ChunkReads.Rules(
            Integer.parseInt(options.get("batch")),
            Integer.parseInt(options.get("chunkRows")),
            Integer.parseInt(options.get("cachePercent")) / 100.0,
            eviction));
  }
}
