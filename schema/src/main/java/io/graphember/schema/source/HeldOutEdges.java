// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A graph of which some edges of some types are held out, to be predicted: they come as {@link
 * HeldOutPiece}s. Whether an edge is held out depends on a seed and its ends alone, whichever way
 * it points: both directions of an edge are held out or neither. Closing it closes the graph.
 */
public final class HeldOutEdges extends WrappedSource {
  /** Most edges that are kept here; all others of the share are held out too. */
  public static final int MOST_KEPT = 100_000;

  private final Set<String> types;
  private final double share;
  private final long seed;
  private final List<Edge> kept = new ArrayList<>();
  private long left;

  /**
   * An edge that is held out.
   *
   * @param source key of its source
   * @param destination key of its destination
   */
  public record Edge(Object source, Object destination) {}

  /**
   * A graph with a share of its edges held out.
   *
   * @param types names of the edge types of which some are held out; empty for all
   * @param share probability of an edge to be held out, 0 to 1
   */
  public HeldOutEdges(GraphSource graph, Collection<String> types, double share, long seed) {
    super(graph);
    this.types = Set.copyOf(types);
    this.share = share;
    this.seed = seed;
  }

  /** Edges that are held out, as far as they are kept; complete after {@link #stream}. */
  public List<Edge> edges() {
    return List.copyOf(kept);
  }

  /** How many edges are held out. */
  public long count() {
    return left;
  }

  @Override
  protected PieceSink before(PieceSink sink) {
    return new Sieve(sink);
  }

  private boolean out(Object source, Object destination) {
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
      boolean[] held = new boolean[piece.rows()];
      for (int row = 0; row < held.length; row++) {
        final Object source = piece.sources().keyAt(row);
        final Object destination = piece.destinations().keyAt(row);
        held[row] = out(source, destination);
        if (held[row]) {
          keep(new Edge(source, destination));
        }
      }
      int[] out = IntStream.range(0, held.length).filter(row -> held[row]).toArray();
      int[] rest = IntStream.range(0, held.length).filter(row -> !held[row]).toArray();
      // In this order a vertex has the number that it has without its held-out edges.
      if (rest.length > 0) {
        sink.edges(out.length == 0 ? piece : piece.rows(rest));
      }
      if (out.length > 0) {
        sink.heldOut(
            new HeldOutPiece(
                piece.type(), piece.sources().rows(out), piece.destinations().rows(out)));
      }
    }

    private void keep(Edge edge) {
      left++;
      if (kept.size() < MOST_KEPT) {
        kept.add(edge);
      }
    }
  }
}
