// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.training.embedding.PassReport;
import io.graphember.training.evaluation.F1;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Embeddings: DeepWalk, LINE and node2vec. */
final class Embed implements Benchmark {
  @Override
  public String name() {
    return "embed";
  }

  @Override
  public String description() {
    return "embeddings of BlogCatalog (data) and of R-MAT";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("data", "");
    options.put("section", "");
    options.put("partitions", "1");
    options.put("steps", "0");
    return options;
  }

  @Override
  public List<Measurement> run(Map<String, String> options) throws Exception {
    List<Measurement> all = new ArrayList<>();
    BlogCatalog graph =
        BlogCatalog.read(options.get("data"), Integer.parseInt(options.get("partitions")));
    for (String section : options.get("section").split("\\|")) {
      try (LocalEmbedding embedding =
          new LocalEmbedding(graph.graph(), graph.partitions(), section)) {
        final long steps = embedding.parameters().steps();
        long began = System.nanoTime();
        PassReport report = PassReport.NONE;
        final long stretch = Math.max(1, steps / 8);
        for (long from = 0; from < steps; from += stretch) {
          long t = System.nanoTime();
          PassReport part = embedding.train(from, Math.min(steps, from + stretch));
          report = report.plus(part);
          System.err.printf(
              "%d/%d loss %.4f tokens/s %.0f pairs/s %.2fM wait %.2f of %.2f%n",
              from,
              steps,
              part.meanLoss(),
              part.walked() / ((System.nanoTime() - t) / 1e9),
              part.pairs() / ((System.nanoTime() - t) / 1e3),
              part.waitSeconds(),
              (System.nanoTime() - t) / 1e9);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        began = System.nanoTime();
        F1 f1 = graph.score(embedding);
        System.err.printf(
            "%s: %.1f s, %.0f tokens/s, F1 %.4f %.4f (%.1f s)%n",
            section,
            seconds,
            report.walked() / seconds,
            f1.micro(),
            f1.macro(),
            (System.nanoTime() - began) / 1e9);
      }
    }
    return all;
  }
}
