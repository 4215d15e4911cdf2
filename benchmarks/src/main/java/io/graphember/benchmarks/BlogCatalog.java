// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.config.SettingsDocument;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.KeySection;
import io.graphember.graph.store.Section;
import io.graphember.ingest.GraphSource;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.SourceSettings;
import io.graphember.ingest.Tables;
import io.graphember.spi.Workers;
import io.graphember.training.evaluation.F1;
import io.graphember.training.evaluation.LabelRegression;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * The graph of bloggers, and the groups they are in.
 *
 * @param vids id of each labelled vertex
 * @param labels its labels
 */
record BlogCatalog(
    BuiltGraph graph, LocalPartitions partitions, long[] vids, int[][] labels, int labelCount) {
  static BlogCatalog read(String folder, int partitions) throws IOException {
    SourceSettings settings =
        SettingsDocument.parse(
                "source",
                "{format: csv, data: '.', edges: {file: edges.csv.gz, source: src, destination: dst}}")
            .bind(SourceSettings.class);
    final BuiltGraph built;
    try (GraphSource source =
        GraphSource.open(
            settings, Path.of(folder), Tables.NONE, io.graphember.ingest.ReadProgress.NONE)) {
      built =
          BuiltGraph.build(
              source, "{name: blogs, partitions: %d, symmetrize: true}".formatted(partitions));
    }
    LocalPartitions local = new LocalPartitions(built);
    Map<Long, Long> vidOf = new HashMap<>();
    for (int p = 0; p < partitions; p++) {
      final int number = p;
      KeyColumn keys =
          KeySection.decode(
                  p,
                  Section.fromBlocks(
                      Table.KEYS,
                      p,
                      block -> built.blocks().get(BlockKey.of(number, Table.KEYS.number(), block))))
              .get(0);
      for (int i = 0; i < keys.size(); i++) {
        vidOf.put((Long) keys.keyAt(i), Vid.of(p, i));
      }
    }
    Map<Long, List<Integer>> byVid = new TreeMap<>();
    Map<String, Integer> numbers = new HashMap<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(folder, "labels.csv.gz")))))) {
      reader.readLine();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] parts = line.split(",");
        byVid
            .computeIfAbsent(vidOf.get(Long.parseLong(parts[0])), vid -> new ArrayList<>())
            .add(numbers.computeIfAbsent(parts[1], label -> numbers.size()));
      }
    }
    return new BlogCatalog(
        built,
        local,
        byVid.keySet().stream().mapToLong(Long::longValue).toArray(),
        byVid.values().stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new),
        numbers.size());
  }

  F1 score(LocalEmbedding embedding) {
    float[][] rows = new float[vids.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = embedding.row(vids[i]);
    }
    return new LabelRegression(rows, labels, labelCount)
        .score(0.5, 1, new Workers(java.util.concurrent.ForkJoinPool.commonPool(), 2));
  }
}
