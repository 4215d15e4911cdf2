// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.config.SettingsDocument;
import io.graphember.it.Await;
import io.graphember.it.BlockModelEmbedding;
import io.graphember.it.Jobs;
import io.graphember.it.TestCluster;
import io.graphember.jobs.live.LiveJob;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.Precision;
import io.graphember.tensor.table.RowInitializer;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.tensor.table.TableChange;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Operations on whole tables over three nodes of a running job. */
class RemoteRowTransportTest {
  private static final int NODES = 3;
  private static final int DIM = 5;
  private static final RowOptimizer FIXED = RowOptimizer.sgd(LearningRate.constant(1));
  private static final TableSpec LEFT =
      new TableSpec("left", DIM, Precision.FLOAT32, RowInitializer.uniform(0.5f, 1), FIXED);
  private static final TableSpec RIGHT =
      new TableSpec("right", DIM, Precision.FLOAT32, RowInitializer.uniform(0.5f, 2), FIXED);

  private final Replies replies = new Replies(Cancellation.NEVER, 60_000);

  /** Tables that trainers do not touch, beside those that they train. */
  private static int[] addTables(TestCluster cluster, long number, int partitions) {
    int[] rows = new int[partitions];
    for (int node = 0; node < NODES; node++) {
      LiveJob job = cluster.parts(node).live().find(number).orElseThrow();
      for (int p : job.held()) {
        rows[p] = job.partition(p).topology().masters();
        job.tables().host().add(new TablePartition(LEFT, p, rows[p]));
        job.tables().host().add(new TablePartition(RIGHT, p, rows[p]));
      }
    }
    return rows;
  }

  private float[] read(RowTransport transport, TableSpec table, int partition, int rows) {
    List<RowRead> reads =
        List.of(new RowRead(table.name(), partition, IntStream.range(0, rows).toArray(), 0));
    return replies.await(transport.get(transport.host(partition), reads), "rows").get(0);
  }

  @Test
  void wholeTablesAreChangedWhereTheyAre() {
    JobSettings settings =
        BlockModelEmbedding.settings("embedding.epochs=100000", "embedding.checkpointEvery=0");
    try (TestCluster cluster = TestCluster.start(NODES);
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, settings);
      JobHandle handle = client.submit(SettingsDocument.toJson(settings.withoutSource()));
      Await.until(Duration.ofSeconds(60), () -> !handle.state().epochs().isEmpty());
      final int partitions = settings.graph().partitions();
      final int[] rows = addTables(cluster, handle.number(), partitions);
      RowTransport transport =
          new RemoteRowTransport(
              cluster.parts(0).calls(),
              cluster.parts(0).live().find(handle.number()).orElseThrow());
      assertThat(transport.hosts()).isEqualTo(NODES);

      List<float[]> left = new ArrayList<>();
      List<float[]> right = new ArrayList<>();
      for (int p = 0; p < partitions; p++) {
        left.add(read(transport, LEFT, p, rows[p]));
        right.add(read(transport, RIGHT, p, rows[p]));
      }
      // Trainers that step together send no numbers of changes of their own.
      change(transport, 1, TableChange.mult("left", 3, 0));
      change(transport, 1, TableChange.mult("left", 3, 0)); // sent again: made once
      change(transport, 2, TableChange.multAdd("right", "left", -0.5f, 0));

      for (int p = 0; p < partitions; p++) {
        float[] tripled = read(transport, LEFT, p, rows[p]);
        float[] moved = read(transport, RIGHT, p, rows[p]);
        for (int i = 0; i < tripled.length; i++) {
          assertThat(tripled[i]).isEqualTo(3 * left.get(p)[i]);
          assertThat(moved[i]).isEqualTo(right.get(p)[i] - 0.5f * tripled[i]);
        }
      }
      refused(transport);
      handle.cancel();
    }
  }

  private void change(RowTransport transport, long sequence, TableChange change) {
    replies.await(transport.change(0, sequence, change), "a change");
  }

  /** What does not fit is refused by every node, whether it is this one or another. */
  private void refused(RowTransport transport) {
    for (int host = 0; host < NODES; host++) {
      assertRefused(
          transport.change(host, 0, 3, TableChange.mult("middle", 1, 0)),
          TensorError.TABLE_UNKNOWN,
          "There is no table 'middle'");
      assertRefused(
          transport.change(host, 0, 3, TableChange.mult("left", Float.NaN, 0)),
          TensorError.TABLE_REQUEST_UNFIT,
          "scalar NaN is not finite");
    }
  }

  private void assertRefused(CompletableFuture<?> reply, ErrorCode code, String message) {
    assertThatThrownBy(() -> replies.await(reply, "a refusal"))
        .isInstanceOfSatisfying(GraphemberException.class, e -> assertThat(e.is(code)).isTrue())
        .hasMessageContaining(message);
  }
}
