// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.graphember.cli.report.JsonReport;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.JobTrainers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report of a job as a page: all that {@link JsonReport} has, of a job that is done, and how
 * far it came, of any.
 *
 * @param job its number
 * @param name its name
 * @param graph name of the graph
 * @param status {@code done}, {@code running}, {@code failed} and so on
 * @param error why it failed; null if it did not
 * @param measure what the validation of an epoch says, for people
 * @param epochs every epoch
 * @param trainers its trainers; null before they are placed, and of a job without
 * @param settings the job file without its source; null of a job of Graphember 0.1
 * @param report of a job that is done; null of another one
 * @param embeddings some of the published embeddings; null if there are none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReportPage(
    long job,
    String name,
    String graph,
    String status,
    @Nullable ErrorInfo error,
    String measure,
    List<EpochInfo> epochs,
    @Nullable JobTrainers trainers,
    @Nullable Map<String, Object> settings,
    @Nullable JsonReport report,
    @Nullable EmbeddingMap embeddings) {
  /** The report of a job that is done. */
  public static ReportPage of(
      JobResult result, String measure, JsonReport report, Optional<EmbeddingMap> embeddings) {
    return new ReportPage(
        result.job(),
        result.name(),
        result.graph().name(),
        "done",
        null,
        measure,
        result.epochs(),
        result.trainers(),
        result.settings(),
        report,
        embeddings.orElse(null));
  }

  /** The report of a job that is not done. */
  public static ReportPage of(JobState state, String measure, Map<String, Object> settings) {
    return new ReportPage(
        state.job(),
        state.name(),
        state.graph(),
        state.status().name().toLowerCase(Locale.ROOT),
        state.error(),
        measure,
        state.epochs(),
        state.trainers(),
        settings,
        null,
        null);
  }

  /** The text of the page. */
  public String text() {
    return Page.of("Job %d, %s".formatted(job, name), "report.js", this);
  }
}
