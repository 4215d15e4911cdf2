// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.partition.PartitioningRequest;
import io.graphember.spi.partition.VertexSplits;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What partitions are to have equal shares of; each is one weight of a vertex, or several. */
enum Balance {
  /** Vertices. */
  VERTICES(1) {
    @Override
    Stream<int[]> weights(WeightedGraph graph, PartitioningRequest request) {
      return Stream.of(graph.weights()[0]);
    }
  },

  /** Edges that end at a vertex. */
  EDGES(1) {
    @Override
    Stream<int[]> weights(WeightedGraph graph, PartitioningRequest request) {
      return Stream.of(graph.weights()[1]);
    }
  },

  /** Training vertices, validation vertices, test vertices. */
  SPLITS(3) {
    @Override
    Stream<int[]> weights(WeightedGraph graph, PartitioningRequest request) {
      final VertexSplits splits = request.splits();
      return Stream.of(VertexSplits.TRAIN, VertexSplits.VALID, VertexSplits.TEST)
          .map(split -> marks(graph.vertices(), v -> splits.of(v) == split));
    }
  },

  /** Vertices of each type. */
  TYPES(8) {
    @Override
    Stream<int[]> weights(WeightedGraph graph, PartitioningRequest request) {
      return IntStream.range(0, request.types().count())
          .mapToObj(type -> marks(graph.vertices(), v -> request.types().of(v) == type));
    }
  };

  private static final String NAMES = "(vertices|edges|splits|types)";

  /** Form of a text that names some of them. */
  static final String PATTERN = NAMES + "(\\+" + NAMES + ")*";

  /** The form in words. */
  static final String RULE = "vertices, edges, splits, types, or several of them joined by +";

  private final int mostWeights;

  Balance(int mostWeights) {
    this.mostWeights = mostWeights;
  }

  /** Those that a text of this form names. */
  static Set<Balance> named(String text) {
    return Arrays.stream(text.split("\\+"))
        .map(name -> valueOf(name.toUpperCase(Locale.ROOT)))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Balance.class)));
  }

  /**
   * A graph whose vertices have the weights of all that balances; a weight that no vertex has is
   * left out.
   *
   * @param graph whose weights are vertices and, if these balance, the edges that end there
   */
  static WeightedGraph weigh(Set<Balance> all, WeightedGraph graph, PartitioningRequest request) {
    final List<int[]> weights =
        all.stream()
            .flatMap(balance -> balance.weights(graph, request))
            .filter(weight -> Arrays.stream(weight).anyMatch(w -> w > 0))
            .toList();
    return weights.isEmpty() ? graph : graph.with(weights.toArray(int[][]::new));
  }

  /** How many weights a vertex has by this; of vertex types as many as most graphs have. */
  int mostWeights() {
    return mostWeights;
  }

  /** Weights of all vertices. */
  abstract Stream<int[]> weights(WeightedGraph graph, PartitioningRequest request);

  private static int[] marks(int vertices, IntPredicate marked) {
    final int[] weights = new int[vertices];
    Arrays.setAll(weights, v -> marked.test(v) ? 1 : 0);
    return weights;
  }
}
