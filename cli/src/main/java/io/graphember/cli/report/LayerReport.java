// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.LayerInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Where the time of inference went: a bar for each layer, and what caches were good for. */
record LayerReport(JobResult result) {
  private static final int WIDTH = 40;

  /** Parts of a bar: a letter each, in the order in which the work is done. */
  private enum Part {
    FILL('F', LayerInfo::fill),
    READ('R', LayerInfo::read),
    AGGREGATE('A', LayerInfo::aggregate),
    DENSE('D', LayerInfo::dense),
    WRITE('W', LayerInfo::write);

    private final char letter;
    private final ToDoubleFunction<LayerInfo> seconds;

    Part(char letter, ToDoubleFunction<LayerInfo> seconds) {
      this.letter = letter;
      this.seconds = seconds;
    }
  }

  /** Lines by their heads. */
  Map<String, String> lines() {
    List<LayerInfo> layers = result.layers();
    Map<String, String> lines = new LinkedHashMap<>();
    final double longest = layers.stream().mapToDouble(LayerInfo::seconds).max().orElse(0);
    for (LayerInfo layer : layers) {
      lines.put(
          "Layer " + (layer.layer() + 1),
          "%-40s %s, %s"
              .formatted(bar(layer, longest), Figures.seconds(layer.seconds()), split(layer)));
    }
    for (LayerInfo layer : layers) {
      if (layer.restored() > 0) {
        lines.put(
            "Taken up",
            "%s vertices of layer %d, which an earlier run had computed"
                .formatted(Figures.count(layer.restored()), layer.layer() + 1));
      }
    }
    if (!layers.isEmpty()) {
      lines.put("Rows kept", rows(layers));
    }
    return lines;
  }

  private static double work(LayerInfo layer) {
    double work = 0;
    for (Part part : Part.values()) {
      work += part.seconds.applyAsDouble(layer);
    }
    return work;
  }

  /** As long as the layer took beside the longest one, divided as its work was. */
  private static String bar(LayerInfo layer, double longest) {
    final double length = longest == 0 ? 0 : WIDTH * layer.seconds() / longest;
    final double work = work(layer);
    StringBuilder bar = new StringBuilder();
    double end = 0;
    for (Part part : Part.values()) {
      end += work == 0 ? 0 : length * part.seconds.applyAsDouble(layer) / work;
      while (bar.length() < Math.round(end)) {
        bar.append(part.letter);
      }
    }
    return bar.toString();
  }

  private static String split(LayerInfo layer) {
    final double work = work(layer);
    StringBuilder split = new StringBuilder();
    for (Part part : Part.values()) {
      split
          .append(split.isEmpty() ? "" : ", ")
          .append(part.name().toLowerCase(Locale.ROOT))
          .append(' ')
          .append(percent(work == 0 ? 0 : part.seconds.applyAsDouble(layer) / work));
    }
    return split.toString();
  }

  private String rows(List<LayerInfo> layers) {
    final double vertices = Math.max(1, result.graph().vertices());
    LayerInfo last = layers.get(layers.size() - 1);
    long reads = 0;
    long hits = 0;
    for (LayerInfo layer : layers) {
      reads += layer.chunkReads();
      hits += layer.chunkHits();
    }
    String kept =
        "%s a vertex, %s of them from other partitions"
            .formatted(
                Figures.ratio(last.cachedRows() / vertices),
                Figures.ratio(last.filledRows() / vertices));
    return reads == 0
        ? kept
        : "%s; static cache 100 %%, dynamic %s of %s chunks"
            .formatted(kept, percent((double) hits / reads), Figures.count(reads));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }
}
