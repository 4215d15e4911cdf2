// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.SampledVertex;
import io.graphember.client.api.Prediction;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A few published results, read back through the thin client by the user's keys. */
public final class SampleTable extends Report {
  private static final int SHOWN_FLOATS = 4;

  private SampleTable() {}

  /** Reads the vertices that the run remembers. */
  public static SampleTable read(GraphemberClient client, JobOutcome outcome) {
    String graph = outcome.first().graph().name();
    String job = outcome.first().name();
    boolean withPredictions = outcome.first().publications().containsKey("predictions");
    boolean withEmbeddings = outcome.first().publications().containsKey("embeddings");
    if (outcome.sample().isEmpty() || !withPredictions && !withEmbeddings) {
      return new SampleTable();
    }
    PublishedTable<Prediction> predictions =
        withPredictions ? client.predictions(graph, job) : null;
    PublishedTable<float[]> embeddings = withEmbeddings ? client.embeddings(graph, job) : null;
    TextTable table = new TextTable().row("key", "class", "predicted", "confidence", "embedding");
    for (SampledVertex vertex : outcome.sample()) {
      Prediction prediction = predictions == null ? null : get(predictions, vertex.key());
      float[] embedding = embeddings == null ? null : get(embeddings, vertex.key());
      table.row(
          vertex.key().toString(),
          vertex.label().orElse(""),
          prediction == null ? "" : prediction.label(),
          prediction == null ? "" : String.format(Locale.ROOT, "%.3f", prediction.confidence()),
          embedding == null ? "" : text(embedding));
    }
    SampleTable sample = new SampleTable();
    sample.add("Read back", table.lines());
    return sample;
  }

  private static <V> @Nullable V get(PublishedTable<V> table, Object key) {
    return key instanceof Long number ? table.get(number) : table.get((String) key);
  }

  private static String text(float[] embedding) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Math.min(SHOWN_FLOATS, embedding.length); i++) {
      text.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.3f", embedding[i]));
    }
    return text.append(embedding.length > SHOWN_FLOATS ? ", ...] of " + embedding.length : "]")
        .toString();
  }
}
