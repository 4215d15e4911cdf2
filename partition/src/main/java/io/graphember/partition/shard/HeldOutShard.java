// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.graph.store.HeldOutLists;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.staging.EdgeSchema;
import io.graphember.partition.staging.StagedPairs;
import io.graphember.schema.EdgeType;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;

/**
 * The held-out edges of a shard: those that begin at vertices at home in it, and reverses that do.
 * Used by one thread at a time.
 */
final class HeldOutShard {
  private final EdgeSchema schema;
  private final NamedVertices named;
  private StagedPairs pairs = new StagedPairs(); // by id, and by number once these are known

  /**
   * No edges.
   *
   * @param named asked for the ids of their ends
   */
  HeldOutShard(EdgeSchema schema, NamedVertices named) {
    this.schema = schema;
    this.named = named;
  }

  /** Bytes of heap taken. */
  long bytes() {
    return pairs.bytes();
  }

  /** An edge is kept where it begins, its reverse where that begins. */
  void stage(HeldOutPiece piece, RoutedPiece routed) {
    EdgeType type = schema.types().get(piece.type());
    int[] sources = named.ids(piece.sources(), type.source(), routed::place);
    int[] destinations =
        named.ids(piece.destinations(), type.destination(), routed::destinationPlace);
    final HeldOutLists.Kind kind = HeldOutLists.Kind.of(piece.split());
    final int reverse = schema.reverse(piece.type());
    for (int i = 0; i < sources.length; i++) {
      if (named.here(sources[i], type.source())) {
        pairs.add(piece.type(), kind, sources[i], destinations[i]);
      }
      if (reverse != EdgeSchema.NONE && named.here(destinations[i], type.destination())) {
        pairs.add(reverse, kind.reversed(), destinations[i], sources[i]);
      }
    }
  }

  /**
   * Takes edges of the base version that begin here.
   *
   * @param type number of their stored type
   * @param kind what they are held out for, and whether they came
   * @param homes [types, numbers] homes of its vertices
   */
  void stageBase(
      int type,
      HeldOutLists.Kind kind,
      KeyColumn sources,
      KeyColumn destinations,
      short[][] homes) {
    final EdgeType of = schema.types().get(type);
    final int[] heads = named.baseIds(sources, of.source(), homes[of.source()]);
    final int[] tails = named.baseIds(destinations, of.destination(), homes[of.destination()]);
    for (int i = 0; i < heads.length; i++) {
      if (!named.here(heads[i], of.source())) {
        throw MessageReader.malformed("a held-out edge begins elsewhere");
      }
      pairs.add(type, kind, heads[i], tails[i]);
    }
  }

  /**
   * Gives the ends their numbers, and leaves out edges of vertices that there are not.
   *
   * @return how many of those that came are left out
   */
  long renumber(KnownVertices known) {
    final long came = pairs.came();
    pairs = pairs.renumbered(known.ends(schema.types()));
    return came - pairs.came();
  }

  /** The edges. */
  StagedPairs pairs() {
    return pairs;
  }
}
