// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.build;

import io.graphember.graph.GraphError;
import io.graphember.ingest.EdgeType;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.TypeName;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The edge types that are stored: those of the input, then, of a symmetrised graph, one reverse
 * type for each type between different vertex types, in the same order. The reverse of an edge
 * within one vertex type has the type of the edge.
 */
final class EdgeSchema {
  /** Stands for "edges of this type are not reversed". */
  static final int NO_REVERSE = -1;

  private static final String REVERSE = "_reverse";

  private final List<EdgeType> types;
  private final int[] reverse; // [types of the input]

  EdgeSchema(GraphHeader header, boolean symmetrize) {
    types = new ArrayList<>(header.edgeTypes());
    reverse = new int[header.edgeTypes().size()];
    Set<String> given = header.edgeTypes().stream().map(EdgeType::name).collect(Collectors.toSet());
    for (int t = 0; t < reverse.length; t++) {
      EdgeType type = header.edgeType(t);
      reverse[t] =
          !symmetrize ? NO_REVERSE : type.source() == type.destination() ? t : types.size();
      if (reverse[t] == types.size()) {
        types.add(reverseOf(type, given));
      }
    }
  }

  private static EdgeType reverseOf(EdgeType type, Set<String> given) {
    String name = type.name() + REVERSE;
    if (!name.matches(TypeName.PATTERN) || given.contains(name)) {
      throw new GraphemberException(
          GraphError.TYPE_NAME_TAKEN,
          "graph.symmetrize makes an edge type %s, but %s."
              .formatted(
                  name,
                  name.matches(TypeName.PATTERN)
                      ? "the source has a type of that name; rename it"
                      : "a name has up to 64 letters; give " + type.name() + " a shorter one"));
    }
    return new EdgeType(name, type.destination(), type.source());
  }

  /** All stored types; those of the input have their numbers. */
  List<EdgeType> types() {
    return types;
  }

  /** Number of types of the input. */
  int inputTypes() {
    return reverse.length;
  }

  /** The type of the reverse of an edge of an input type, or {@link #NO_REVERSE}. */
  int reverse(int inputType) {
    return reverse[inputType];
  }
}
