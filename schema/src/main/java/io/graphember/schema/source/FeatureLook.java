// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.VertexPiece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Looks at the features of a graph while they pass: columns that tell nothing, and columns of a
 * scale with which models train badly. Takes a few nanoseconds for each float.
 */
public final class FeatureLook extends WrappedSource {
  /** A column beside another one that reaches so many times as far has no weight. */
  private static final double FAR = 100;

  /** Weights are drawn for inputs around 1, see Glorot and Bengio (2010). */
  private static final double LARGE = 10;

  private static final int NAMED = 5;

  private final boolean rows;
  private final List<ColumnStatistics> columns = new ArrayList<>();

  private FeatureLook(GraphSource graph, boolean rows) {
    super(graph);
    this.rows = rows;
    for (int type = 0; type < graph.header().vertexTypes().size(); type++) {
      columns.add(new ColumnStatistics(graph.numbers(type).size()));
    }
  }

  /**
   * Wraps a graph.
   *
   * @param how what was done to its features
   */
  public static FeatureLook at(GraphSource graph, Normalize how) {
    return new FeatureLook(graph, how == Normalize.ROW);
  }

  @Override
  protected PieceSink before(PieceSink sink) {
    return new Passing(sink) {
      @Override
      public void vertices(VertexPiece piece) {
        columns.get(piece.type()).add(piece);
        sink.vertices(piece);
      }
    };
  }

  /**
   * What should be known of the features, a sentence for each vertex type, with the setting that
   * helps; empty if they look well. Complete after {@link #stream}.
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (int type = 0; type < columns.size(); type++) {
      List<String> said = said(type);
      if (!said.isEmpty()) {
        String name = header().vertexType(type).name();
        warnings.add("Features of %s: %s.".formatted(name, String.join("; ", said)));
      }
    }
    return warnings;
  }

  private List<String> said(int type) {
    ColumnStatistics seen = columns.get(type);
    if (seen.rows() < 2) {
      return List.of();
    }
    final boolean scaled = rows || header().vertexType(type).encoding().scales().columns() > 0;
    List<String> said = new ArrayList<>();
    named(type, seen::constant)
        .ifPresent(c -> said.add("the same for every vertex, best left out: " + c));
    named(type, scaled ? c -> false : farOff(seen))
        .ifPresent(
            c ->
                said.add(
                    "far larger than other columns or than 1, set source.normalize: standardize: "
                        + c));
    return said;
  }

  private static IntPredicate farOff(ColumnStatistics columns) {
    double shortest =
        IntStream.range(0, columns.columns())
            .filter(c -> !columns.constant(c))
            .mapToDouble(c -> reach(columns, c))
            .min()
            .orElse(Double.MAX_VALUE);
    return c ->
        !columns.constant(c) && (reach(columns, c) >= FAR * shortest || size(columns, c) > LARGE);
  }

  /** The names of some columns; empty if there are none. */
  private Optional<String> named(int type, IntPredicate which) {
    int[] found = IntStream.range(0, columns.get(type).columns()).filter(which).toArray();
    List<String> names = graph.numbers(type);
    String first =
        Arrays.stream(found).limit(NAMED).mapToObj(names::get).collect(Collectors.joining(", "));
    return found.length == 0
        ? Optional.empty()
        : Optional.of(
            found.length > NAMED ? "%s and %d more".formatted(first, found.length - NAMED) : first);
  }

  private static double reach(ColumnStatistics columns, int column) {
    return Math.max(Math.abs(columns.least(column)), Math.abs(columns.greatest(column)));
  }

  /** Root of the mean square. */
  private static double size(ColumnStatistics columns, int column) {
    return Math.hypot(columns.mean(column), columns.deviation(column));
  }
}
