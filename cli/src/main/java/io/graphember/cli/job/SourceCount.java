// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.job;

import io.graphember.cli.error.CliError;
import io.graphember.cli.view.LoadView;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.JobFile;
import io.graphember.graph.GraphSettings;
import io.graphember.graph.GraphSettings.UnknownVertices;
import io.graphember.graph.key.KeyDictionary;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.EdgeType;
import io.graphember.ingest.ExpectedSize;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.PieceSink;
import io.graphember.ingest.SplitPiece;
import io.graphember.ingest.VertexPiece;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.stream.IntStream;

/**
 * What is in a source, counted by reading it. Vertices that come from edges alone are told apart by
 * their keys, which is all that is kept.
 *
 * @param header the schema
 * @param size how many vertices of each type and edges there are
 * @param classes most classes that vertices of one type have; 0 if none have any
 */
public record SourceCount(GraphHeader header, ExpectedSize size, int classes) {
  /**
   * Reads the source of a job.
   *
   * @throws GraphemberException if there is none that can be read without a cluster
   */
  public static SourceCount of(JobFile job, ProgressView view, Cancellation cancellation) {
    if (job.settings().source() == null || !job.settings().source().format().outsideCluster()) {
      throw new GraphemberException(
          CliError.SOURCE_MISSING,
          "source: names nothing that can be read without a cluster, so there is nothing to count.");
    }
    try (LoadView load = new LoadView(view);
        GraphSource source = GraphSource.open(job.settings().source(), job.base(), load)) {
      load.begin();
      Counter counter = new Counter(source.header(), job.settings().graph());
      source.stream(counter, cancellation);
      return new SourceCount(source.header(), counter.size(), classes(source));
    }
  }

  private static int classes(GraphSource source) {
    return IntStream.range(0, source.header().vertexTypes().size())
        .map(type -> source.labelNames(type).size())
        .max()
        .orElse(0);
  }

  private static final class Counter implements PieceSink {
    private final GraphHeader header;
    private final boolean create;
    private final long[] vertices;
    private final KeyDictionary[] keys; // null where the vertices are listed
    private int[] numbers = new int[0];
    private long edges;

    Counter(GraphHeader header, GraphSettings settings) {
      this.header = header;
      create = settings.unknownVertices() == UnknownVertices.CREATE;
      vertices = new long[header.vertexTypes().size()];
      keys = new KeyDictionary[vertices.length];
      for (int t = 0; t < keys.length; t++) {
        boolean fromEdges = create || header.vertexType(t).fromEdges();
        keys[t] = fromEdges ? KeyDictionary.of(header.vertexType(t).keyKind()) : null;
      }
    }

    @Override
    public void vertices(VertexPiece piece) {
      vertices[piece.type()] += piece.rows();
      see(piece.type(), piece.keys());
    }

    @Override
    public void split(SplitPiece piece) {
      see(piece.type(), piece.keys());
    }

    @Override
    public void edges(EdgePiece piece) {
      EdgeType type = header.edgeType(piece.type());
      edges += piece.rows();
      see(type.source(), piece.sources());
      see(type.destination(), piece.destinations());
    }

    private void see(int type, KeyColumn column) {
      if (keys[type] != null) {
        if (numbers.length < column.size()) {
          numbers = new int[column.size()];
        }
        keys[type].add(column, numbers);
      }
    }

    ExpectedSize size() {
      for (int t = 0; t < vertices.length; t++) {
        vertices[t] = keys[t] == null ? vertices[t] : keys[t].size();
      }
      return new ExpectedSize(vertices, edges, true);
    }
  }
}
