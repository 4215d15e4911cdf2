// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import io.graphember.schema.GraphHeader;
import io.graphember.schema.LabelIndex;
import io.graphember.schema.piece.PieceSink;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A graph that a program makes. */
final class ProgramSource implements GraphSource {
  private final GraphHeader header;
  private final Consumer<GraphFeed> program;
  private final List<LabelIndex> labels;

  ProgramSource(GraphHeader header, Consumer<GraphFeed> program) {
    this.header = header;
    this.program = program;
    this.labels = Stream.generate(LabelIndex::new).limit(header.vertexTypes().size()).toList();
  }

  @Override
  public GraphHeader header() {
    return header;
  }

  @Override
  public void stream(PieceSink sink, Cancellation cancellation) {
    cancellation.check();
    GraphFeed feed = new GraphFeed(header, sink, labels);
    program.accept(feed);
    feed.flush();
  }

  @Override
  public List<String> labelNames(int vertexType) {
    return labels.get(vertexType).names();
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
