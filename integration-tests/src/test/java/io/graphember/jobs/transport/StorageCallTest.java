// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.GraphError;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.Await;
import io.graphember.it.BlockModelJob;
import io.graphember.it.Jobs;
import io.graphember.it.NodeView;
import io.graphember.it.TestCluster;
import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests of batches at a storage node of a running job. */
class StorageCallTest {
  private static final List<String> SERVED = Collections.synchronizedList(new ArrayList<>());
  private static final CountDownLatch ARRIVED = new CountDownLatch(5);

  /** Notes when it is served; the nodes are in this JVM. */
  private static final class NotedCall extends StorageCall<String> {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final long cost;

    NotedCall(LiveJob asking, long batch, long cost) {
      super(asking, batch);
      this.name = batch + ":" + cost;
      this.cost = cost;
    }

    @Override
    public RequestKind requestKind() {
      return RequestKind.MESSAGES;
    }

    @Override
    long cost(LiveJob live) {
      ARRIVED.countDown();
      return cost;
    }

    @Override
    String answer(LiveJob live) {
      SERVED.add(name);
      return name;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static <R> CompletableFuture<R> send(NodeView from, UUID to, NodeCall<R> call) {
    return from.calls().send(to, NodeThreads.STORAGE_EXECUTOR, call);
  }

  @Test
  void theEarliestBatchIsServedFirstAndItsCheapestRequest() {
    JobSettings settings = BlockModelJob.settings("training.epochs=100000");
    try (TestCluster cluster =
            TestCluster.start(
                2,
                new GraphemberConfiguration()
                    .setStorageThreads(1)
                    .setMemoryBudgetBytes(512L << 20));
        GraphemberClient client = cluster.connect()) {
      Jobs.load(client, settings);
      JobHandle handle = client.submit(SettingsDocument.toJson(settings.withoutSource()));
      Await.until(Duration.ofSeconds(60), () -> !handle.state().epochs().isEmpty());
      LiveJob job = cluster.parts(0).live().find(handle.number()).orElseThrow();
      UUID other = cluster.parts(1).calls().self();

      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch free = new CountDownLatch(1);
      cluster
          .parts(1)
          .gathers()
          .add(
              handle.number(),
              0,
              0,
              () -> {
                busy.countDown();
                await(free);
              });
      await(busy);
      // Far behind the batches of the job itself, which wait now.
      List<CompletableFuture<String>> replies = new ArrayList<>();
      for (long[] call :
          new long[][] {
            {1L << 42, 7}, {1L << 41, 9}, {1L << 42, 3}, {1L << 41, 8}, {1L << 43, 0}
          }) {
        replies.add(send(cluster.parts(0), other, new NotedCall(job, call[0], call[1])));
      }
      await(ARRIVED);
      free.countDown();
      Replies waiting = new Replies(Cancellation.NEVER, 60_000);
      List<String> answers =
          replies.stream().map(reply -> waiting.await(reply, "a noted call")).toList();

      assertThat(SERVED)
          .containsExactly(
              answers.get(3), answers.get(1), answers.get(2), answers.get(0), answers.get(4));
      CompletableFuture<?> malformed =
          send(cluster.parts(0), other, new PartitionCall(job, -1, new PartitionRequest<?>[0]));
      assertThatThrownBy(() -> waiting.await(malformed, "a malformed call"))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(GraphError.REQUEST_OUT_OF_RANGE)).isTrue())
          .hasMessage("A request is of batch -1: batches are numbered from 0.");
      handle.cancel();
    }
  }
}
