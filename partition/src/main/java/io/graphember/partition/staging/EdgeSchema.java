// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.graph.GraphError;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.TypeName;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The edge types that are stored: those of the input, then, of a symmetrised graph, one reverse
 * type for each type between different vertex types, in the same order. The reverse of an edge
 * within one vertex type has the type of the edge; any reverse carries what the edge carries.
 */
public final class EdgeSchema {
  /** Stands for "there is no such type". */
  public static final int NONE = -1;

  private static final String REVERSE = "_reverse";

  private final List<EdgeType> types;
  private final int[] reverse; // [types], NONE behind them
  private final int[] original; // [types], NONE behind them

  public EdgeSchema(GraphHeader header, boolean symmetrize) {
    types = new ArrayList<>(header.edgeTypes());
    final int inputTypes = types.size();
    Set<String> given = types.stream().map(EdgeType::name).collect(Collectors.toSet());
    reverse = new int[2 * inputTypes];
    original = new int[2 * inputTypes];
    Arrays.fill(reverse, NONE);
    Arrays.fill(original, NONE);
    for (int t = 0; symmetrize && t < inputTypes; t++) {
      EdgeType type = header.edgeType(t);
      reverse[t] = t;
      if (type.source() != type.destination()) {
        reverse[t] = types.size();
        original[types.size()] = t;
        types.add(reverseOf(type, given));
      }
    }
  }

  private static EdgeType reverseOf(EdgeType type, Set<String> given) {
    String name = type.name() + REVERSE;
    if (!TypeName.isEdgeType(name) || given.contains(name)) {
      throw new GraphemberException(
          GraphError.TYPE_NAME_TAKEN,
          "graph.symmetrize makes an edge type %s, but %s."
              .formatted(
                  name,
                  TypeName.isEdgeType(name)
                      ? "the source has a type of that name; rename it"
                      : "a name has up to 255 characters; give " + type.name() + " a shorter one"));
    }
    return new EdgeType(name, type.destination(), type.source(), type.attributes(), type.label());
  }

  /** All stored types; those of the input have their numbers. */
  public List<EdgeType> types() {
    return types;
  }

  /** The type of the reverse of an edge of a type, or {@link #NONE} if edges are not reversed. */
  public int reverse(int type) {
    return reverse[type];
  }

  /**
   * The input type that symmetrising has made another type from; {@link #NONE} for one it has not.
   */
  int original(int type) {
    return original[type];
  }
}
