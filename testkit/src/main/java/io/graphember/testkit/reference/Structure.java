// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Space;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a program's rows belong to, as plain arrays: a block, or pairs of seeds. */
final class Structure {
  private final int destinations;
  private final int sources;
  private final int edges;
  final int[] offsets;
  private final int[] neighbors;
  private final int[] destinationOfEdge;
  private final double[] edgeWeights;
  private final double[] selfWeights;
  final @Nullable ByteBuffer edgeFeatures;
  private final int[] edgeTypes;
  private final int[] vertexTypes;
  private final int[] neighborhoodOfEdge;
  private final int[] destinationOfNeighborhood;
  private final int[] typeOfNeighborhood;
  private final int[] heads;
  private final int[] tails;
  private final int[] relations;

  /** A block, whose vertices are in no pairs. */
  Structure(Block block) {
    this(block, new SeedPairs(0, zeros(0), zeros(0)));
  }

  /** Seeds without edges, and pairs of them. */
  Structure(int seeds, SeedPairs pairs) {
    this(new Block(seeds, seeds, 0, zeros(seeds + 1), zeros(0), null, null), pairs);
  }

  private Structure(Block block, SeedPairs pairs) {
    heads = ints(pairs.heads(), pairs.count());
    tails = ints(pairs.tails(), pairs.count());
    relations = ints(pairs.relations(), pairs.count());
    destinations = block.destinations();
    sources = block.sources();
    edges = block.edges();
    offsets = ints(block.offsets(), destinations + 1);
    neighbors = ints(block.neighbors(), edges);
    edgeWeights = floats(block.edgeWeights(), edges);
    selfWeights = floats(block.selfWeights(), destinations);
    edgeFeatures = block.edgeFeatures();
    edgeTypes = ints(block.edgeTypes(), edges);
    vertexTypes = ints(block.vertexTypes(), sources);
    destinationOfEdge = new int[edges];
    for (int i = 0; i < destinations; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        destinationOfEdge[e] = i;
      }
    }
    Map<List<Integer>, Integer> neighborhoods = new LinkedHashMap<>(); // destination and type
    neighborhoodOfEdge = new int[edges];
    for (int e = 0; e < edgeTypes.length; e++) {
      List<Integer> key = List.of(destinationOfEdge[e], edgeTypes[e]);
      neighborhoods.putIfAbsent(key, neighborhoods.size());
      neighborhoodOfEdge[e] = neighborhoods.get(key);
    }
    destinationOfNeighborhood = neighborhoods.keySet().stream().mapToInt(k -> k.get(0)).toArray();
    typeOfNeighborhood = neighborhoods.keySet().stream().mapToInt(k -> k.get(1)).toArray();
  }

  private static ByteBuffer zeros(int elements) {
    return ByteBuffer.allocate(4 * elements);
  }

  /** So many ints of a buffer; none of no buffer. */
  static int[] ints(@Nullable ByteBuffer buffer, int length) {
    if (buffer == null) {
      return new int[0];
    }
    int[] values = new int[length];
    buffer.asIntBuffer().get(0, values);
    return values;
  }

  /** So many floats of a buffer; none of no buffer. */
  static double[] floats(@Nullable ByteBuffer buffer, int length) {
    if (buffer == null) {
      return new double[0];
    }
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = buffer.getFloat(4 * i);
    }
    return values;
  }

  /** Number of rows. */
  int rows(Space space) {
    return switch (space) {
      case SOURCES -> sources;
      case DESTINATIONS -> destinations;
      case NEIGHBORHOODS -> typeOfNeighborhood.length;
      case EDGES -> edges;
      case PAIRS -> heads.length;
      case ONE -> 1;
    };
  }

  /** Types of the rows. */
  int[] types(Space space) {
    return switch (space) {
      case SOURCES, DESTINATIONS -> vertexTypes;
      case NEIGHBORHOODS -> typeOfNeighborhood;
      case EDGES -> edgeTypes;
      case PAIRS -> relations;
      case ONE -> throw new IllegalArgumentException("a single row has no type");
    };
  }

  /** Row of each edge in a space: its source, or its own. */
  int[] rowOfEdge(Space space) {
    if (space == Space.SOURCES) {
      return neighbors;
    }
    int[] own = new int[edges];
    for (int e = 0; e < edges; e++) {
      own[e] = e;
    }
    return own;
  }

  /** Row of each edge in the result of a sum over edges: its destination or neighbourhood. */
  int[] resultOfEdge(Space space) {
    return space == Space.NEIGHBORHOODS ? neighborhoodOfEdge : destinationOfEdge;
  }

  /**
   * The map of an operator that treats all columns alike.
   *
   * @param types number of edge types, for {@link Operator#MEAN_BY_TYPE}
   */
  RowMap map(Operator operator, int types) {
    return switch (operator) {
      case DESTINATIONS -> diagonal(null);
      case SELF_WEIGHTED -> diagonal(selfWeights);
      case SOURCE_OF_EDGE -> gather(neighbors);
      case HEAD_OF_PAIR -> gather(heads);
      case TAIL_OF_PAIR -> gather(tails);
      case DESTINATION_OF_EDGE -> gather(destinationOfEdge);
      case DESTINATION_OF_NEIGHBORHOOD -> gather(destinationOfNeighborhood);
      case NEIGHBORHOOD_OF_EDGE -> gather(neighborhoodOfEdge);
      case SUM_OF_NEIGHBORHOODS -> sum(destinationOfNeighborhood);
      case EDGE_SUM -> sum(destinationOfEdge);
      case NEIGHBOR_SUM -> overEdges(null);
      case NEIGHBOR_WEIGHTED_SUM -> overEdges(edgeWeights);
      case NEIGHBOR_MEAN -> overEdges(sharesOfDestination());
      case MEAN_BY_TYPE -> byType(types);
      default -> throw new IllegalArgumentException(operator + " is no map of rows");
    };
  }

  /** To each destination the row of its neighbour of that number, if it has so many. */
  RowMap nthNeighbor(int number) {
    RowMap map = new RowMap();
    for (int i = 0; i < destinations; i++) {
      if (offsets[i] + number < offsets[i + 1]) {
        map.add(i, neighbors[offsets[i] + number], 1);
      }
    }
    return map;
  }

  /** Writes 1 for each destination that has such a neighbour. */
  void markNeighbor(int number, double[] marks) {
    for (int i = 0; i < destinations; i++) {
      marks[i] = offsets[i] + number < offsets[i + 1] ? 1 : 0;
    }
  }

  private RowMap diagonal(double @Nullable [] coefficients) {
    RowMap map = new RowMap();
    for (int i = 0; i < destinations; i++) {
      map.add(i, i, coefficients == null ? 1 : coefficients[i]);
    }
    return map;
  }

  /** To each row of the result one of the operand. */
  static RowMap gather(int[] rows) {
    RowMap map = new RowMap();
    for (int i = 0; i < rows.length; i++) {
      map.add(i, rows[i], 1);
    }
    return map;
  }

  private static RowMap sum(int[] results) {
    RowMap map = new RowMap();
    for (int i = 0; i < results.length; i++) {
      map.add(results[i], i, 1);
    }
    return map;
  }

  private RowMap overEdges(double @Nullable [] coefficients) {
    RowMap map = new RowMap();
    for (int e = 0; e < edges; e++) {
      map.add(destinationOfEdge[e], neighbors[e], coefficients == null ? 1 : coefficients[e]);
    }
    return map;
  }

  private double[] sharesOfDestination() {
    double[] shares = new double[edges];
    for (int e = 0; e < edges; e++) {
      int destination = destinationOfEdge[e];
      shares[e] = 1.0 / (offsets[destination + 1] - offsets[destination]);
    }
    return shares;
  }

  private RowMap byType(int types) {
    int[] counts = new int[destinations * types];
    for (int e = 0; e < edges; e++) {
      counts[destinationOfEdge[e] * types + edgeTypes[e]]++;
    }
    RowMap map = new RowMap();
    for (int e = 0; e < edges; e++) {
      int row = destinationOfEdge[e] * types + edgeTypes[e];
      map.add(row, neighbors[e], 1.0 / counts[row]);
    }
    return map;
  }
}
