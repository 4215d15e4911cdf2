// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.inference.cache.Eviction;
import io.graphember.inference.order.ChunkReads;
import io.graphember.inference.order.PartitionOrder;
import io.graphember.inference.order.VertexOrder;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Chunks of their static caches that the partitions ask for in a slice, by the order of their
 * vertices: on graphs with communities and on R-MAT, which has none. Counts: they are the same on
 * every run. Chunks are as much smaller than GLISP's 32,768 rows as the partitions are.
 */
final class Order implements Benchmark {
  private static final double TARGET = 0.45;
  private static final Set<VertexOrder> TO_MEET = Set.of(VertexOrder.PDS, VertexOrder.COMMUNITY);
  private static final String BLOCKS = "block model, within ";

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
    options.put("edges", "1232000"); // 4.7 a vertex, as of GLISP's RelNet
    options.put("within", "0.95 0.99 0.999");
    options.put("partitions", "8");
    options.put("partitioner", "adadne");
    options.put("batch", "64");
    options.put("chunkRows", "64");
    options.put("cachePercent", "10");
    return options;
  }

  @Override
  public List<Measurement> run(Map<String, String> options) {
    final int vertices = Integer.parseInt(options.get("vertices"));
    final int edges = Integer.parseInt(options.get("edges"));
    List<Measurement> all = new ArrayList<>();
    for (String within : options.get("within").split(" ")) {
      all.addAll(
          measure(
              options,
              new CommunitySource(
                  vertices,
                  Integer.parseInt(options.get("block")),
                  edges,
                  Float.parseFloat(within)),
              BLOCKS + within));
    }
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
      List<PartitionOrder> orders =
          partitions.stream()
              .map(p -> PartitionOrder.of(order, p.number(), p.topology(), key(partitions)))
              .toList();
      ChunkReads fifo = count(options, partitions, orders, Eviction.FIFO);
      ChunkReads lru = count(options, partitions, orders, Eviction.LRU);
      natural = order == VertexOrder.NATURAL ? fifo.reads() : natural;
      Measurement reads =
          Measurement.lower(
              "%s: reads / natural".formatted(order), "", List.of(fifo.reads() / natural));
      all.add(
          (TO_MEET.contains(order) && where.startsWith(BLOCKS) ? reads.withTarget(TARGET) : reads)
              .in(where));
      all.add(share(order, "FIFO", fifo).in(where));
      all.add(share(order, "LRU", lru).in(where));
    }
    return all;
  }

  private static LongUnaryOperator key(List<GraphPartition> partitions) {
    return vid -> (long) partitions.get(Vid.partition(vid)).keyAt(Vid.local(vid));
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
      List<PartitionOrder> orders,
      Eviction eviction) {
    ChunkReads.Rules rules =
        new ChunkReads.Rules(
            Integer.parseInt(options.get("batch")),
            Integer.parseInt(options.get("chunkRows")),
            Integer.parseInt(options.get("cachePercent")) / 100.0,
            eviction);
    ChunkReads all = ChunkReads.NONE;
    for (int p = 0; p < partitions.size(); p++) {
      all = all.plus(ChunkReads.count(partitions.get(p).topology(), orders.get(p), rules));
    }
    return all;
  }
}
