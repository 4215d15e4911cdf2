// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import java.util.Optional;

/**
 * A part of a source that is read by itself: most often one file.
 *
 * @param kind what its rows are
 * @param type number of the vertex type, or of the edge type of {@link Kind#EDGES}
 * @param part which of the parts of this kind and type, from 0
 * @param name how messages call it
 * @param size what reading it will report, most often bytes; 0 if that is not known
 * @param cache the cache of the cluster whose entries are its rows, as {@link Tables#cache} has
 *     them; empty if it is none
 */
public record SourceSplit(
    Kind kind, int type, int part, String name, long size, Optional<String> cache) {
  /** A part whose rows are not the entries of a cache. */
  public SourceSplit(Kind kind, int type, int part, String name, long size) {
    this(kind, type, part, name, size, Optional.empty());
  }

  /** What the rows of a part are, in the order in which a graph takes them. */
  public enum Kind {
    /** Vertices with their features and classes. */
    VERTICES,
    /** Members of the sets to train on, validate and test. */
    MEMBERS,
    /** Edges. */
    EDGES
  }
}
