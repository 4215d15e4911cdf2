// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.Section;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.ReadProgress;
import io.graphember.schema.source.SourceSettings;
import io.graphember.spi.Workers;
import io.graphember.training.evaluation.F1;
import io.graphember.training.evaluation.LabelRegression;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * The graph of bloggers of a data folder, and the groups they are in.
 *
 * @param vids id of each blogger with a group
 * @param groups numbers of the groups of each
 * @param groupCount number of groups
 */
public record BlogCatalog(
    BuiltGraph graph, LocalPartitions partitions, long[] vids, int[][] groups, int groupCount) {
  /** Share of the bloggers that the regression is trained on. */
  private static final double SHARE = 0.5;

  /** Reads {@code edges.csv.gz} and {@code labels.csv.gz}. */
  public static BlogCatalog read(Path folder, int partitions) throws IOException {
    SourceSettings settings =
        SettingsDocument.parse(
                "source",
                "{type: csv, data: '.', edges: {file: edges.csv.gz, source: src, destination: dst}}")
            .bind(SourceSettings.class);
    final BuiltGraph built;
    try (GraphSource source = GraphSource.open(settings, folder, ReadProgress.NONE)) {
      built =
          BuiltGraph.build(
              source, "{name: blogs, partitions: %d, symmetrize: true}".formatted(partitions));
    }
    Map<Long, Long> vidOf = vids(built, partitions);
    Map<String, Integer> numbers = new HashMap<>();
    Map<Long, List<Integer>> groups = new TreeMap<>();
    for (String[] row : rows(folder.resolve("labels.csv.gz"))) {
      groups
          .computeIfAbsent(vidOf.get(Long.parseLong(row[0])), vid -> new ArrayList<>())
          .add(numbers.computeIfAbsent(row[1], group -> numbers.size()));
    }
    return new BlogCatalog(
        built,
        new LocalPartitions(built),
        groups.keySet().stream().mapToLong(Long::longValue).toArray(),
        groups.values().stream()
            .map(own -> own.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new),
        numbers.size());
  }

  private static Map<Long, Long> vids(BuiltGraph built, int partitions) {
    Map<Long, Long> vids = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      final int number = p;
      ByteReader section =
          Section.fromBlocks(
              Table.KEYS,
              p,
              block -> built.blocks().get(BlockKey.of(number, Table.KEYS.number(), block)));
      KeyColumn keys = KeySection.decode(p, section).get(0);
      for (int i = 0; i < keys.size(); i++) {
        vids.put(keys.longAt(i), Vid.of(p, i));
      }
    }
    return vids;
  }

  private static List<String[]> rows(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).map(line -> line.split(",")).toList();
    }
  }

  /** How well a regression tells groups from embeddings. */
  public F1 score(LocalEmbedding embedding, Workers workers) {
    float[][] rows = new float[vids.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = embedding.row(vids[i]);
    }
    return new LabelRegression(rows, groups, groupCount).score(SHARE, 1, workers);
  }
}
