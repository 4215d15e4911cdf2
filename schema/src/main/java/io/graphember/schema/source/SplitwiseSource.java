// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.ExpectedSize;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.piece.PieceSink;
import io.graphember.spi.Cancellation;
import java.util.List;

/** A graph that is read one split after the other. */
final class SplitwiseSource implements GraphSource {
  private final ImportedGraph graph;
  private final ReadProgress progress;

  SplitwiseSource(ImportedGraph graph, ReadProgress progress) {
    this.graph = graph;
    this.progress = progress;
  }

  @Override
  public GraphHeader header() {
    return graph.header();
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
  public void stream(PieceSink sink, Cancellation cancellation) {
    List<SourceSplit> splits = graph.splits();
    final long size = splits.stream().mapToLong(SourceSplit::size).sum();
    ReadMeter meter = new ReadMeter(progress, cancellation, size);
    for (SourceSplit split : splits) {
      graph.read(split, sink, meter);
    }
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
