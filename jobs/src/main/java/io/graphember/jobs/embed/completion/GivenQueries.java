// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.GraphError;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.task.GraphShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client asks: entities by their keys, each with a relation. The graph has one vertex type.
 * Immutable.
 *
 * @param entities keys of the entities
 * @param relations numbers of the edge types, as many
 */
record GivenQueries(KeyColumn entities, int[] relations) {
  /** The setting that names the file. */
  private static final String SETTING = "completion.queries";

  /**
   * Reads what a client has sent.
   *
   * @param piece an {@link EdgePiece} of keys and names that are text, not trusted
   * @throws GraphemberException with code {@link io.graphember.schema.InputError#PIECE_MALFORMED},
   *     {@link GraphError#VERTEX_UNKNOWN} if a key is none of the graph's, or {@link
   *     io.graphember.sampling.SamplingError#EDGE_TYPE_UNKNOWN}
   */
  static GivenQueries of(GraphInfo graph, byte[] piece) {
    final EdgePiece asked = EdgePiece.decode(piece, new GraphHeader(KeyKind.STRING, 0, false));
    final KeyKind kind = graph.vertexTypes().get(0).keys();
    final List<String> names = graph.edgeTypes().stream().map(GraphInfo.Edges::name).toList();
    final Map<String, Integer> numbers = new HashMap<>();
    final KeyColumn.Builder entities = new KeyColumn.Builder(kind);
    final int[] relations = new int[asked.rows()];
    for (int row = 0; row < relations.length; row++) {
      add(graph, entities, asked.sources(), row);
      relations[row] =
          numbers.computeIfAbsent(
              asked.destinations().stringAt(row),
              name -> GraphShape.edgeType(names, SETTING, name));
    }
    return new GivenQueries(entities.build(), relations);
  }

  private static void add(GraphInfo graph, KeyColumn.Builder to, KeyColumn texts, int row) {
    final String text = texts.stringAt(row);
    try {
      switch (graph.vertexTypes().get(0).keys()) {
        case INT64 -> to.add(Long.parseLong(text));
        case STRING -> to.add(texts, row);
        case UUID -> {
          final java.util.UUID key = java.util.UUID.fromString(text);
          to.add(key.getMostSignificantBits(), key.getLeastSignificantBits());
        }
      }
    } catch (IllegalArgumentException e) {
      throw unknown(graph, text);
    }
  }

  /** How many there are. */
  int count() {
    return relations.length;
  }

  /** What to say of an entity that the graph does not have. */
  static GraphemberException unknown(GraphInfo graph, String key) {
    return new GraphemberException(
        GraphError.VERTEX_UNKNOWN,
        "%s names '%s', but graph %s has no vertex of that key."
            .formatted(SETTING, key, graph.name()));
  }
}
