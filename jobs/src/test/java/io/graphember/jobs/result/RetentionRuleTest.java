// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Retention;
import io.graphember.schema.KeyKind;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which results of a graph go. */
class RetentionRuleTest {
  private static final long NOW = TimeUnit.DAYS.toMillis(1000);

  private static JobResults results(String job, long version, Integer daysOld) {
    Long created = daysOld == null ? null : Long.valueOf(NOW - TimeUnit.DAYS.toMillis(daysOld));
    return new JobResults(
        new ResultName("g", job),
        List.of(
            publication(version, created),
            publication(1, created == null ? null : Long.valueOf(1L))),
        Optional.empty());
  }

  private static Publication publication(long version, Long created) {
    return new Publication(
        "embeddings",
        "embeddings",
        "vertex",
        "graphember.embeddings.g.job.v" + version,
        version,
        1,
        1,
        false,
        KeyKind.INT64,
        null,
        created,
        null);
  }

  private static final List<JobResults> RESULTS =
      List.of(
          results("old", 3, 40),
          results("newest", 9, 0),
          results("unknown", 2, null),
          results("middle", 7, 30));

  private static List<String> outdated(Integer results, Integer days) {
    return new RetentionRule(new Retention(results, days))
        .outdated(RESULTS, NOW).stream().map(result -> result.name().job()).toList();
  }

  @Test
  void theNewestStay() {
    assertThat(outdated(1, null)).containsExactly("middle", "old", "unknown");
    assertThat(outdated(3, null)).containsExactly("unknown");
    assertThat(outdated(4, null)).isEmpty();
    assertThat(outdated(Integer.MAX_VALUE, null)).isEmpty();
  }

  /** As old as its newest part; kept if nobody knows. */
  @Test
  void theOldGo() {
    assertThat(outdated(null, 30)).containsExactly("middle", "old");
    assertThat(outdated(null, 31)).containsExactly("old");
    assertThat(outdated(null, Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void whatIsBeyondEitherGoes() {
    assertThat(outdated(3, 31)).containsExactly("old", "unknown");
    assertThat(outdated(null, null)).isEmpty();
  }

  /** The model is the newest part. */
  @Test
  void modelsHaveAnAge() {
    JobResults results =
        new JobResults(
            new ResultName("g", "job"),
            List.of(publication(3, 5L)),
            Optional.of(new ModelPointer("g/job/v8", 8, 7, 1, 100)));
    assertThat(results.version()).isEqualTo(8);
    assertThat(results.created()).hasValue(7);
  }

  @Test
  void boundsAreCheckedAndRead() {
    assertThat(Json.read(Json.write(new Retention(3, null)), Retention.class))
        .isEqualTo(new Retention(3, null));
    assertThatThrownBy(() -> Json.read("{\"results\": 0}", Retention.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("results and days must be at least 1");
    assertThatThrownBy(() -> ResultName.of("graph"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its path names no graph and job");
  }
}
