// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A graph without some edges of some types, which are kept to be predicted. Whether an edge is left
 * out depends on a seed and its ends alone, whichever way it points: both directions of an edge are
 * left out or neither. Closing it closes the graph.
 */
public final class HeldOutEdges extends WrappedSource {
  /** Most edges that are kept; all others of the share are left out too. */
  public static final int MOST_KEPT = 100_000;

  /** Most edges that a model is tested with. */
  public static final int MOST_TESTED = 10_000;

  private final Set<String> types;
  private final double share;
  private final long seed;
  private final List<Kept> kept = new ArrayList<>();
  private long left;

  /**
   * An edge that was left out.
   *
   * @param source key of its source
   * @param destination key of its destination
   */
  public record Edge(Object source, Object destination) {}

  /** The same with the number of its type. */
  private record Kept(int type, Edge edge) {}

  /**
   * A graph without a share of its edges.
   *
   * @param types names of the edge types of which some are left out; empty for all
   * @param share probability of an edge to be left out, 0 to 1
   */
  public HeldOutEdges(GraphSource graph, Collection<String> types, double share, long seed) {
    super(graph);
    this.types = Set.copyOf(types);
    this.share = share;
    this.seed = seed;
  }

  /** Edges that were left out, as far as they are kept; complete after {@link #stream}. */
  public List<Edge> edges() {
    return kept.stream().map(Kept::edge).toList();
  }

  /**
   * At most so many of the kept edges, spread evenly over them, a piece for each type that is among
   * them; complete after {@link #stream}.
   */
  public List<EdgePiece> sample(int most) {
    final int count = Math.min(most, kept.size());
    List<Kept> some =
        IntStream.range(0, count)
            .mapToObj(i -> kept.get((int) ((long) i * kept.size() / count)))
            .toList();
    return some.stream()
        .mapToInt(Kept::type)
        .distinct()
        .sorted()
        .mapToObj(
            type ->
                piece(type, some.stream().filter(k -> k.type() == type).map(Kept::edge).toList()))
        .toList();
  }

  private EdgePiece piece(int type, List<Edge> edges) {
    return new EdgePiece(
        type,
        column(header().sourceOf(type).keyKind(), edges.stream().map(Edge::source)),
        column(header().destinationOf(type).keyKind(), edges.stream().map(Edge::destination)));
  }

  private static KeyColumn column(KeyKind kind, Stream<Object> keys) {
    return switch (kind) {
      case INT64 -> KeyColumn.of(keys.mapToLong(Long.class::cast).toArray());
      case STRING -> KeyColumn.of(keys.toArray(String[]::new));
      case UUID -> KeyColumn.of(keys.toArray(UUID[]::new));
    };
  }

  /** How many edges were left out. */
  public long count() {
    return left;
  }

  @Override
  protected PieceSink before(PieceSink sink) {
    return new Sieve(sink);
  }

  private boolean leftOut(Object source, Object destination) {
    final long ends =
        CounterRandom.mix(hash(source)) + CounterRandom.mix(hash(destination)); // either way round
    return CounterRandom.unitDouble(CounterRandom.child(seed, ends)) < share;
  }

  /** 64 bits of a key, the same in every process. */
  private static long hash(Object key) {
    if (key instanceof Long number) {
      return number;
    }
    long hash = 0;
    String text = key.toString();
    for (int i = 0; i < text.length(); i++) {
      hash = CounterRandom.child(hash, text.charAt(i));
    }
    return hash;
  }

  private final class Sieve extends Passing {
    Sieve(PieceSink sink) {
      super(sink);
    }

    @Override
    public void edges(EdgePiece piece) {
      if (!types.isEmpty() && !types.contains(header().edgeType(piece.type()).name())) {
        sink.edges(piece);
        return;
      }
      int[] rest =
          IntStream.range(0, piece.rows())
              .filter(
                  row -> {
                    final Object source = piece.sources().keyAt(row);
                    final Object destination = piece.destinations().keyAt(row);
                    final boolean out = leftOut(source, destination);
                    if (out) {
                      left++;
                      if (kept.size() < MOST_KEPT) {
                        kept.add(new Kept(piece.type(), new Edge(source, destination)));
                      }
                    }
                    return !out;
                  })
              .toArray();
      sink.edges(rest.length == piece.rows() ? piece : piece.rows(rest));
    }
  }
}
