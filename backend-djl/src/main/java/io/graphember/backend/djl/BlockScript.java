// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import static io.graphember.backend.djl.Script.call;
import static io.graphember.backend.djl.Script.reshape;

import io.graphember.spi.model.Space;

/** Prints what follows from the parts of a block: who belongs to whom, and sums over edges. */
final class BlockScript {
  private static final String INT32 = "dtype=3";
  private static final int INT = 3;
  private static final int LONG = 4;
  private static final int FLOAT = 6;

  /** More than there are types: a neighbourhood is known by its destination times this and type. */
  private static final long TYPES = 1L << 32;

  private static final String EDGES_OF_NEIGHBORHOOD = "edges_of_neighborhood";
  private static final String NEIGHBORHOOD_OF_EDGE = "neighborhood_of_edge";

  private static final String END = Long.toString(Long.MAX_VALUE);

  private final Script script;

  /** What an {@code embedding_bag} makes of its rows. */
  enum Mode {
    SUM,
    MEAN,
    MAX
  }

  BlockScript(Script script) {
    this.script = script;
  }

  private String offsets() {
    return script.argument(Argument.Part.OFFSETS);
  }

  /** For each edge the number of its source. */
  String neighbors() {
    return script.argument(Argument.Part.NEIGHBORS);
  }

  /** For each edge the place of its source's row, for rows in another order. */
  String neighbors(String places) {
    return script.shared(call("to", call("index_select", places, 0, neighbors()), INT));
  }

  /** To each destination the row of one of its neighbours; zeros where it has none. */
  String nthNeighbor(String rows, int number) {
    String numbers = script.argument(new Argument(Argument.Part.NTH_NEIGHBOR, number));
    return call("mul", call("embedding", rows, call("clamp_min", numbers, 0)), hasNeighbor(number));
  }

  /** A column that says whether it has one. */
  String hasNeighbor(int number) {
    String numbers = script.argument(new Argument(Argument.Part.NTH_NEIGHBOR, number));
    return script.shared(call("unsqueeze", call("to", call("ge", numbers, 0), FLOAT), 1));
  }

  /** For each edge its own number. */
  String edges() {
    return script.shared(call("arange", call("size", neighbors(), 0), INT32));
  }

  private String destinations() {
    return script.shared(call("sub", call("size", offsets(), 0), 1));
  }

  /** The rows of the destinations among those of the sources. */
  String ofDestinations(String rows) {
    return call("slice", rows, 0, 0, destinations());
  }

  /** To each edge the row of its destination. */
  String ofDestination(String rows) {
    return call("embedding", rows, destinationOfEdge());
  }

  private String destinationOfEdge() {
    String ends = call("slice", offsets(), 0, 1, END);
    return script.shared(call("repeat_interleave", call("sub", ends, ofDestinations(offsets()))));
  }

  /** What each neighbourhood is known by; the edges of one lie together. */
  private String neighborhoods() {
    String destination = call("to", destinationOfEdge(), LONG);
    return script.shared(
        call(
            "unique_consecutive",
            call("add", call("mul", destination, TYPES), types(Space.EDGES)),
            "True",
            "True"),
        "neighborhoods",
        NEIGHBORHOOD_OF_EDGE,
        EDGES_OF_NEIGHBORHOOD);
  }

  private String destinationOfNeighborhood() {
    return script.shared(call("floor_divide", neighborhoods(), TYPES));
  }

  /** To each neighbourhood the row of its destination. */
  String toNeighborhoods(String rows) {
    return call("embedding", rows, destinationOfNeighborhood());
  }

  /** To each edge the row of its neighbourhood. */
  String ofNeighborhood(String rows) {
    neighborhoods();
    return call("embedding", rows, NEIGHBORHOOD_OF_EDGE);
  }

  /** The sum of each destination's neighbourhoods. */
  String sumOfNeighborhoods(String name, String rows) {
    String all = script.shared(call("arange", call("size", neighborhoods(), 0), INT32));
    String sizes = call("bincount", destinationOfNeighborhood(), "None", destinations());
    return bag(name, rows, all, ends(sizes), Mode.SUM, "None");
  }

  /** First edge of each result of a sum over edges, and the end of the last. */
  private String edgesOf(Space result) {
    if (result == Space.DESTINATIONS) {
      return offsets();
    }
    neighborhoods();
    return ends(EDGES_OF_NEIGHBORHOOD);
  }

  /** Where bags of these sizes begin, and the last one ends. */
  private String ends(String sizes) {
    return script.shared(call("to", call("pad", call("cumsum", sizes, 0), "[1, 0]"), INT));
  }

  /** The types of rows. */
  String types(Space space) {
    return switch (space) {
      case SOURCES -> script.argument(Argument.Part.VERTEX_TYPES);
      case DESTINATIONS ->
          script.shared(ofDestinations(script.argument(Argument.Part.VERTEX_TYPES)));
      case NEIGHBORHOODS -> script.shared(call("remainder", neighborhoods(), TYPES));
      case EDGES -> script.argument(Argument.Part.EDGE_TYPES);
      case PAIRS -> script.argument(Argument.Part.RELATIONS);
      case ONE -> throw new IllegalArgumentException("a single row has no type");
    };
  }

  /**
   * A row for each destination: the sum, mean or maximum over its edges.
   *
   * @param space what the rows belong to, sources or edges
   * @param weights weight of each edge in a sum, or {@code None}
   */
  String overEdges(String name, String rows, Space space, Mode mode, String weights) {
    String rowOfEdge = space == Space.EDGES ? edges() : neighbors();
    return bag(name, rows, rowOfEdge, offsets(), mode, weights);
  }

  /**
   * A sum weighted by edge and head. Of several heads each edge's row is written first: a bag for
   * each head would need none, but the gradients of bags with few columns take twice as long as all
   * of a layer.
   *
   * @param result what has a sum, destinations or neighbourhoods
   * @param rowOfEdge for each edge the number of its row
   * @param weights [edges, heads]
   */
  String weightedSum(
      String name,
      Space result,
      String rows,
      String rowOfEdge,
      String weights,
      int heads,
      int columnsOfHead) {
    String bags = edgesOf(result);
    if (heads == 1) {
      return bag(name, rows, rowOfEdge, bags, Mode.SUM, reshape(weights, -1));
    }
    String ofEdges = rowOfEdge.equals(edges()) ? rows : call("embedding", rows, rowOfEdge);
    String weighted =
        call("mul", reshape(ofEdges, -1, heads, columnsOfHead), call("unsqueeze", weights, 2));
    String messages = reshape(weighted, -1, heads * columnsOfHead);
    return bag(name, messages, edges(), bags, Mode.SUM, "None");
  }

  /** A mean for each destination and type: its edges are sorted by type. */
  String meanByType(String name, String rows, int types, int columns) {
    String bagOfEdge = call("add", call("mul", destinationOfEdge(), types), types(Space.EDGES));
    String sizes = call("bincount", bagOfEdge, "None", call("mul", destinations(), types));
    String means = bag(name, rows, neighbors(), ends(sizes), Mode.MEAN, "None");
    return reshape(means, -1, types * columns);
  }

  /** One row for each bag of indices between two offsets; 0 for an empty one. */
  private String bag(
      String name, String rows, String indices, String offsets, Mode mode, String weights) {
    String unused = ", " + name + "_a, " + name + "_b, " + name + "_c";
    script.let(
        name + unused,
        call(
            "embedding_bag",
            rows,
            indices,
            offsets,
            "False",
            mode.ordinal(),
            "False",
            weights,
            "True"));
    return name;
  }
}
