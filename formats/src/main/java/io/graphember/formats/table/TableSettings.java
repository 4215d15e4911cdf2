// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import io.graphember.formats.file.SplitFiles;
import io.graphember.schema.KeyKind;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.setting.CrossChecked;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a source whose graph is in tables: one of edges with or without one of vertices, or
 * one for each type.
 *
 * @param <P> where such a table is
 */
public interface TableSettings<P extends TablePlace> extends SourceSettings, CrossChecked {
  /** What the keys of the graph are. */
  KeyKind keys();

  /** The table of vertices; null if they come from the edges alone. */
  @Nullable VertexTable<P> vertices();

  /** The table of edges; null with several types. */
  @Nullable EdgeTable<P> edges();

  /** Vertex types of a graph with several. */
  List<? extends TypedVertexTable<P>> vertexTypes();

  /** Edge types of a graph with several. */
  List<? extends TypedEdgeTable<P>> edgeTypes();

  /** Files that list the members of the splits; null for none. */
  default @Nullable SplitFiles split() {
    return null;
  }

  /** True if the graph has types of its own. */
  default boolean typed() {
    return !vertexTypes().isEmpty() || !edgeTypes().isEmpty();
  }

  @Override
  default void check(Complaints complaints) {
    new TableChecks(this, complaints).run();
  }

  /** A table of vertices. */
  interface VertexTable<P> {
    /** Where it is. */
    P place();

    /** What stands in its columns. */
    VertexColumnSettings columns();
  }

  /** A table of edges. */
  interface EdgeTable<P> {
    /** Where it is. */
    P place();

    /** What stands in its columns. */
    EdgeColumnSettings columns();
  }

  /** A table of the vertices of one type. */
  interface TypedVertexTable<P> extends VertexTable<P> {
    /** Which. */
    VertexTypeName type();
  }

  /** A table of the edges of one type. */
  interface TypedEdgeTable<P> extends EdgeTable<P> {
    /** Which. */
    EdgeTypeName type();
  }
}
