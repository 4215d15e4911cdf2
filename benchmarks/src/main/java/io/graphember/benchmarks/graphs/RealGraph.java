// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.exchange.VertexHomes;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.schema.Split;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.nio.file.Path;
import java.util.Map;

/**
 * A graph of the folder of real graphs, its vertices of all types numbered one after the other.
 *
 * @param name name of its folder
 * @param edges its edges
 * @param numbering its vertex types
 * @param splits code of the split of each vertex, 0 for none
 */
public record RealGraph(String name, EdgeTable edges, VertexNumbering numbering, byte[] splits) {
  private static final Map<String, String> SOURCES =
      Map.of(
          "cora",
          "{type: ogb, data: '.'}",
          "amazon-photo",
          "{type: npz, data: '.', file: amazon_photo.npz}",
          "blogcatalog",
          "{type: csv, data: '.', edges: {file: edges.csv.gz, source: src, destination: dst}}",
          "soc-epinions1",
          "{type: snap, data: '.', edges: {file: soc-Epinions1.txt.gz}}",
          "dblp",
          """
          type: csv
          data: '.'
          vertexTypes:
            - {name: author, file: author.csv.gz, key: author_id}
            - {name: paper, file: paper.csv.gz, key: paper_id}
            - {name: venue, file: conf.csv.gz, key: conf_id}
            - {name: term, file: term.csv.gz, key: term_id}
          edgeTypes:
            - {name: writes, from: author, to: paper, file: paper_author.csv.gz,
               source: author_id, destination: paper_id}
            - {name: appears_in, from: paper, to: venue, file: paper_conf.csv.gz,
               source: paper_id, destination: conf_id}
            - {name: mentions, from: paper, to: term, file: paper_term.csv.gz,
               source: paper_id, destination: term_id}
          """);

  /** Each edge once, without loops. */
  public static RealGraph simple(Path data, String name) {
    return read(data, name, false, EdgeTable.Options.SIMPLE);
  }

  /** Each edge in both directions, once, without loops: as a graph to train on is loaded. */
  public static RealGraph symmetric(Path data, String name) {
    return read(data, name, true, new EdgeTable.Options(false, true, true));
  }

  /** The same with a split drawn at random if it has none: shares to train, validate and test. */
  public RealGraph split(double[] shares, long key) {
    for (byte split : splits) {
      if (split != Split.NONE) {
        return this;
      }
    }
    final byte[] drawn = new byte[splits.length];
    for (int v = 0; v < drawn.length; v++) {
      double left = CounterRandom.unitDouble(CounterRandom.bits(key, v));
      for (int s = 0; s < shares.length && drawn[v] == Split.NONE; s++) {
        drawn[v] = left < shares[s] ? Split.values()[s].code() : Split.NONE;
        left -= shares[s];
      }
    }
    return new RealGraph(name, edges, numbering, drawn);
  }

  private static RealGraph read(
      Path data, String name, boolean symmetrize, EdgeTable.Options options) {
    final String source = SOURCES.get(name);
    if (source == null) {
      throw new IllegalArgumentException("there is no graph '%s'".formatted(name));
    }
    final GraphSettings settings =
        SettingsDocument.parse("graph", "{name: real, symmetrize: %s}".formatted(symmetrize))
            .bind(GraphSettings.class);
    try (GraphSource opened =
            GraphSource.open(
                SettingsDocument.parse("source", source).bind(SourceSettings.class),
                data.resolve(name),
                ReadProgress.NONE);
        GraphStaging staging =
            new GraphStaging(settings, opened.header(), new MemoryBudget(8L << 30))) {
      opened.stream(staging, Cancellation.NEVER);
      final VertexNumbering numbering = staging.numbering();
      final byte[] splits = new byte[numbering.vertices()];
      for (int t = 0; t < numbering.types(); t++) {
        for (int v = 0; v < numbering.counts()[t]; v++) {
          splits[numbering.start(t) + v] = staging.columns(t).split(v);
        }
      }
      return new RealGraph(
          name,
          EdgeTable.of(
              staging.edges(),
              numbering,
              options,
              VertexHomes.ALONE,
              Workers.CALLER,
              Cancellation.NEVER),
          numbering,
          splits);
    }
  }
}
