// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.id.Vid;
import io.graphember.inference.slice.Slice;
import io.graphember.sampling.SamplingError;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.model.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of in-edges beside their sources.
 *
 * @param inDegrees true for the in-degrees of the sources
 * @param edgeTypes number of edge types; 0 if no layer looks at them
 * @param featureDim floats that an edge carries; 0 if no layer looks at them
 */
public record InEdgesShape(boolean inDegrees, int edgeTypes, int featureDim) {
  /**
   * What a model asks for.
   *
   * @param slices its layers
   * @param edgeTypes number of edge types of the graph
   */
  public static InEdgesShape of(List<Slice> slices, int edgeTypes) {
    final boolean typed =
        slices.stream()
            .anyMatch(
                slice ->
                    slice.program().usesEdgeTypes() || slice.program().uses(Operator.MEAN_BY_TYPE));
    final boolean normalized =
        slices.stream()
            .anyMatch(
                slice ->
                    slice.program().uses(Operator.NEIGHBOR_WEIGHTED_SUM)
                        || slice.program().uses(Operator.SELF_WEIGHTED));
    return new InEdgesShape(
        normalized,
        typed ? edgeTypes : 0,
        slices.stream().mapToInt(slice -> slice.program().edgeFeatures()).max().orElse(0));
  }

  /** Edges that make a piece. */
  public int edgesOfAPiece() {
    return Math.max(1, InferencePeers.PIECE_BYTES / (16 + 4 * featureDim));
  }

  /** Room for the in-edges of some vertices. */
  public InEdges room(int vertices, int edges) {
    return new InEdges(
        new int[vertices + 1],
        new long[edges],
        inDegrees ? new int[edges] : null,
        edgeTypes > 0 ? new int[edges] : null,
        featureDim > 0 ? new float[Math.multiplyExact(edges, featureDim)] : null);
  }

  /**
   * Refuses an answer of another process that is not what was asked for.
   *
   * @param degrees in-edges of each vertex
   * @param partitions number of partitions
   * @throws GraphemberException with code {@link SamplingError#REPLY_MISMATCH}
   */
  public void require(InEdges edges, int[] degrees, int partitions) {
    boolean good = numbers(edges.offsets()).length == degrees.length + 1 && edges.offsets()[0] == 0;
    for (int i = 0; good && i < degrees.length; i++) {
      good = edges.offsets()[i + 1] - edges.offsets()[i] == degrees[i];
    }
    final int count = edges.sources().length;
    good = good && count == edges.offsets()[degrees.length];
    final int[] sourceDegrees = numbers(edges.inDegrees());
    final int[] types = numbers(edges.types());
    good = good && sourceDegrees.length == (inDegrees ? count : 0);
    good = good && types.length == (edgeTypes > 0 ? count : 0);
    final int floats = edges.features() == null ? 0 : edges.features().length;
    good = good && floats == (long) count * featureDim;
    for (int e = 0; good && e < count; e++) {
      final long source = edges.sources()[e];
      good = source >= 0 && Vid.partition(source) < partitions;
      good = good && (!inDegrees || sourceDegrees[e] >= 0);
      good = good && (edgeTypes == 0 || types[e] >= 0 && types[e] < edgeTypes);
    }
    if (!good) {
      throw new GraphemberException(
          SamplingError.REPLY_MISMATCH,
          "In-edges of %d vertices were asked for, and %d numbers came that do not fit them."
              .formatted(degrees.length, count));
    }
  }

  private static int[] numbers(int @Nullable [] given) {
    return given == null ? new int[0] : given;
  }

  /** Pieces one after the other. */
  public InEdges join(List<InEdges> pieces) {
    int vertices = 0;
    int edges = 0;
    for (InEdges piece : pieces) {
      vertices += piece.offsets().length - 1;
      edges = Math.addExact(edges, piece.sources().length);
    }
    InEdges all = room(vertices, edges);
    int vertex = 0;
    int edge = 0;
    for (InEdges piece : pieces) {
      final int count = piece.sources().length;
      for (int i = 1; i < piece.offsets().length; i++) {
        all.offsets()[vertex + i] = edge + piece.offsets()[i];
      }
      System.arraycopy(piece.sources(), 0, all.sources(), edge, count);
      if (piece.inDegrees() != null && all.inDegrees() != null) {
        System.arraycopy(piece.inDegrees(), 0, all.inDegrees(), edge, count);
      }
      if (piece.types() != null && all.types() != null) {
        System.arraycopy(piece.types(), 0, all.types(), edge, count);
      }
      if (piece.features() != null && all.features() != null) {
        System.arraycopy(
            piece.features(), 0, all.features(), edge * featureDim, count * featureDim);
      }
      vertex += piece.offsets().length - 1;
      edge += count;
    }
    return all;
  }
}
