// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.api.JobResult;
import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.client.api.store.RowChange;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.store.RowChanges;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** All rows of published embeddings are changed while nodes are lost. */
class StoreLossTest {
  private static final byte[] NO_ROWS = new byte[0];

  private static RowChange twice(JobResult result) {
    final Publication rows = result.publications().get("embeddings");
    return new RowChange(
        new RowChange.Rows(result.name(), String.valueOf(rows.vertexType()), rows.version()),
        null,
        2,
        null);
  }

  private static JobResult publish(LocalCluster cluster) throws InterruptedException {
    final JobSettings job =
        SettingsDocument.parse("job", LocalJobsTest.WALKS).bind(JobSettings.class);
    cluster.load(job);
    return SeedTimesTest.run(cluster, job);
  }

  private static Map<Object, Object> rows(LocalCluster cluster, JobResult result) {
    return Map.copyOf(cluster.cache(result.publications().get("embeddings").cache()));
  }

  private static long change(LocalNode from, JobResult result) {
    return from.part(RowChanges.class).make("blocks", twice(result), NO_ROWS);
  }

  @Test
  void allRowsAreChanged() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, new JobLimits(4, 1, 10_000, 1_000))) {
      final JobResult result = publish(cluster);
      final Map<Object, Object> before = rows(cluster, result);
      assertThat(change(cluster.node(2), result)).isEqualTo(60);
      rows(cluster, result)
          .forEach(
              (key, row) ->
                  assertThat(((Vector) row).values()[0])
                      .isEqualTo(2 * ((Vector) before.get(key)).values()[0]));
    }
  }

  @Test
  void aNodeThatIsLostMeanwhileIsSaid() throws InterruptedException {
    try (LocalCluster cluster = new LocalCluster(3, 2, new JobLimits(4, 1, 10_000, 1_000))) {
      final JobResult result = publish(cluster);
      final LocalNode owner = cluster.node(0);
      final AtomicBoolean killed = new AtomicBoolean();
      owner.onCall(
          call -> {
            if (call.kind().contains("ChangePartition") && killed.compareAndSet(false, true)) {
              cluster.kill(owner);
            }
          });
      assertThatThrownBy(() -> change(cluster.node(2), result))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(NodeError.ROWS_PARTLY_CHANGED)).isTrue())
          .hasMessageMatching(
              "All embeddings in cache \\S+ were to be changed, and some were, some not: .+ Write"
                  + " the rows again, or have their job publish them anew\\.");
      assertThat(change(cluster.node(1), result)).isEqualTo(60); // by the node that has them now
    }
  }
}
