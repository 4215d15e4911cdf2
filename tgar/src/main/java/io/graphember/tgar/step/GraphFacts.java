// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import io.graphember.graph.store.EdgeTypeRanges;
import io.graphember.tgar.exchange.MirrorExchange;
import io.graphember.tgar.plan.Kind;
import io.graphember.tgar.plan.Place;
import io.graphember.tgar.plan.Plan;
import io.graphember.tgar.plan.Value;
import java.util.List;

/** Fills in what partitions must tell one another before the first step. */
final class GraphFacts {
  /** Numbers up to 2^44 go as two floats, each of which holds its part exactly. */
  private static final int LOW_BITS = 22;

  private final List<PartitionFacts> own;
  private final MirrorExchange exchange;

  GraphFacts(List<PartitionFacts> own, MirrorExchange exchange) {
    this.own = own;
    this.exchange = exchange;
  }

  /** The number of all masters of the graph. */
  long fill(Plan plan) {
    final long vertices = rows();
    if (uses(plan, Kind.NEIGHBOR_SUM_BY_TYPE)) {
      degreesByType();
    }
    if (plan.values().stream().anyMatch(v -> v.kind() == Kind.DROPOUT && v.place() == Place.EDGE)) {
      edgeNumbers();
    }
    return vertices;
  }

  private static boolean uses(Plan plan, Kind kind) {
    return plan.values().stream().map(Value::kind).anyMatch(kind::equals);
  }

  private long rows() {
    float[][] counts = exchange.gather(each(facts -> split(facts.masters)));
    long total = 0;
    for (int q = 0; q < counts.length; q++) {
      for (PartitionFacts facts : own) {
        if (facts.partition.number() == q) {
          facts.firstRow = total;
        }
      }
      total += join(counts[q], 0);
    }
    return total;
  }

  private interface OfPartition {
    float[] give(PartitionFacts facts);
  }

  private float[][] each(OfPartition of) {
    return own.stream().map(of::give).toArray(float[][]::new);
  }

  private static float[] split(long number) {
    return new float[] {number >>> LOW_BITS, number & (1 << LOW_BITS) - 1};
  }

  private static long join(float[] parts, int at) {
    return ((long) parts[at] << LOW_BITS) + (long) parts[at + 1];
  }

  private void degreesByType() {
    final int types = own.get(0).topology.types().edgeTypes();
    float[][] counts =
        each(
            facts -> {
              float[] degrees = new float[facts.vertices * types];
              EdgeTypeRanges ranges = facts.topology.in().types();
              for (int v = 0; v < facts.vertices; v++) {
                for (int t = 0; t < types; t++) {
                  degrees[v * types + t] = ranges.end(v, t) - ranges.start(v, t);
                }
              }
              return degrees;
            });
    exchange.collect(Plan.DESTINATIONS, types, counts);
    for (int p = 0; p < own.size(); p++) {
      own.get(p).degreesByType = counts[p];
    }
  }

  /**
   * Edges are numbered by destination, its self loop first, then by partition, then as they lie in
   * its list.
   */
  private void edgeNumbers() {
    float[][] counts = exchange.gather(each(facts -> split(ofMasters(facts))));
    float[][] firsts =
        each(
            facts -> {
              long next = 0;
              for (int q = 0; q < facts.partition.number(); q++) {
                next += join(counts[q], 0);
              }
              float[] first = new float[2 * facts.vertices];
              for (int v = 0; v < facts.masters; v++) {
                System.arraycopy(split(next), 0, first, 2 * v, 2);
                next += facts.degrees[v] + (facts.selfLoops ? 1 : 0);
              }
              return first;
            });
    exchange.scatter(Plan.DESTINATIONS, 2, firsts);
    for (int p = 0; p < own.size(); p++) {
      PartitionFacts facts = own.get(p);
      facts.firstEdges = new long[facts.vertices];
      for (int v = 0; v < facts.vertices; v++) {
        facts.firstEdges[v] =
            join(firsts[p], 2 * v) + (facts.selfLoops ? 1 : 0) + facts.edgesBefore(v);
      }
    }
  }

  private static long ofMasters(PartitionFacts facts) {
    long edges = facts.selfLoops ? facts.masters : 0;
    for (int degree : facts.degrees) {
      edges += degree;
    }
    return edges;
  }
}
