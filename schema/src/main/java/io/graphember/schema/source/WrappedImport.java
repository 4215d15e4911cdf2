// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import java.util.List;

/**
 * A source that an importer has opened and whose splits are read otherwise; all else is that of the
 * source, which is closed with it.
 */
public abstract class WrappedImport implements ImportedGraph {
  /** The source as its importer reads it. */
  protected final ImportedGraph graph;

  /** Wraps a source. */
  protected WrappedImport(ImportedGraph graph) {
    this.graph = graph;
  }

  @Override
  public GraphHeader header() {
    return graph.header();
  }

  @Override
  public List<SourceSplit> splits() {
    return graph.splits();
  }

  @Override
  public ExpectedSize expected() {
    return graph.expected();
  }

  @Override
  public boolean givesTrainSplit() {
    return graph.givesTrainSplit();
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return graph.labelNames(vertexType);
  }

  @Override
  public List<String> numbers(int vertexType) {
    return graph.numbers(vertexType);
  }

  @Override
  public void close() {
    graph.close();
  }
}
