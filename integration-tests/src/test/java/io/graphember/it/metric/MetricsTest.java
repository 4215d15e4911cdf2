// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.Await;
import io.graphember.it.BlockModelEmbedding;
import io.graphember.it.BlockModelJob;
import io.graphember.it.GeneratedPage;
import io.graphember.it.Jobs;
import io.graphember.it.TestCluster;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What JMX shows of nodes and jobs is what the jobs report. */
class MetricsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static TestCluster cluster;
  private static GraphemberClient client;
  private static List<NodeBeans> beans;

  private final List<JobHandle> endless = new ArrayList<>();

  @BeforeAll
  static void load() {
    cluster = TestCluster.start(2, new GraphemberConfiguration().setMaxJobs(1));
    client = cluster.connect();
    Jobs.load(client, BlockModelJob.settings());
    Jobs.load(client, BlockModelEmbedding.settings());
    beans = List.of(new NodeBeans(cluster.node(0)), new NodeBeans(cluster.node(1)));
    // A node shows its metrics within a second of its start, if it is not busy.
    Await.until(BOUND, () -> beans.stream().allMatch(node -> node.has("graphember")));
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  private static double sum(String set, String metric) {
    return beans.stream()
        .filter(node -> node.has(set))
        .mapToDouble(n -> n.number(set, metric))
        .sum();
  }

  private static List<Double> byNode(String metric) {
    return beans.stream().map(node -> node.number("graphember", metric)).toList();
  }

  private static double node(String metric) {
    return sum("graphember", metric);
  }

  @Test
  void whatANodeHasDoneIsWhatItsJobsReport() {
    final double done = node("JobsDoneTotal");
    final double epochs = node("EpochsTotal");
    final double edges = node("SampledEdgesTotal");
    final double rows = node("RowsServedTotal");
    final double moved = node("BytesMovedTotal");
    final double messages = sum("graphember.requests.messages", "CountTotal");
    final double served = bytesServed();

    final JobResult result =
        Jobs.run(client, BlockModelJob.settings("training.trainers=2", "training.epochs=3"));

    assertThat(node("JobsDoneTotal") - done).isOne();
    assertThat(node("EpochsTotal") - epochs).isEqualTo(3);
    assertThat(node("SampledEdgesTotal") - edges)
        .as("of %s, by the nodes %s", result.nodes(), byNode("SampledEdgesTotal"))
        .isEqualTo(reported(result, NodeCounts::sampledEdges))
        .isPositive();
    assertThat(node("RowsServedTotal") - rows).isEqualTo(reported(result, NodeCounts::rowsServed));
    assertThat(node("BytesMovedTotal") - moved).isEqualTo(reported(result, NodeCounts::bytesMoved));
    assertThat(bytesServed() - served).isEqualTo(reported(result, NodeCounts::bytesServed));
    assertThat(sum("graphember.requests.messages", "CountTotal")).isGreaterThan(messages);
    assertThat(node("TrainerWaitSecondsTotal")).isPositive();
  }

  @Test
  void thePageListsThem() throws IOException {
    GeneratedPage.of("reference/metrics.md").assertIs(MetricsPage.text(cluster.parts(0).metrics()));
  }

  private static double bytesServed() {
    return beans.get(0).sets("graphember.requests.").stream()
        .mapToDouble(set -> sum(set, "BytesServedTotal"))
        .sum();
  }

  private static double reported(JobResult result, ToLongFunction<NodeCounts> figure) {
    return result.nodes().stream().mapToLong(figure).sum();
  }

  @Test
  void requestsAreCountedInBucketsThatGrow() {
    Jobs.run(client, BlockModelJob.settings("training.trainers=2", "training.epochs=1"));
    final String set = "graphember.requests.rows";
    final NodeBeans node = beans.get(0);
    double before = 0;
    for (String bucket :
        List.of(
            "0_0005", "0_001", "0_0025", "0_005", "0_01", "0_025", "0_05", "0_1", "0_25", "0_5",
            "1", "2_5", "5", "10")) {
      final double within = node.number(set, "Within_" + bucket + "_Total");
      assertThat(within).isGreaterThanOrEqualTo(before);
      before = within;
    }
    final double count = node.number(set, "CountTotal");
    assertThat(count).isPositive().isGreaterThanOrEqualTo(before);
    assertThat(node.number(set, "SecondsTotal")).isPositive();
  }

  private JobHandle submit(JobSettings job) {
    final JobHandle submitted = client.submit(SettingsDocument.toJson(job.withoutSource()));
    endless.add(submitted);
    return submitted;
  }

  @AfterEach
  void cancel() {
    endless.forEach(JobHandle::cancel);
  }

  @Test
  void theMetricsOfAJobComeAndGoWithIt() {
    final JobHandle job =
        submit(
            BlockModelJob.settings(
                "training.trainers=2", "training.epochs=1000000", "training.checkpointEvery=5"));
    final JobHandle other = submit(BlockModelJob.settings("name=other", "training.epochs=1000000"));
    final JobHandle waits = submit(BlockModelEmbedding.settings()); // a job a node
    final String progress = "graphember.job." + job.number();
    final String work = "graphember.work." + job.number();
    Await.until(BOUND, () -> beans.stream().allMatch(node -> node.has(work)));
    Await.until(BOUND, () -> beans.stream().filter(node -> node.has(progress)).count() == 1);
    final NodeBeans coordinator =
        beans.stream().filter(node -> node.has(progress)).findFirst().orElseThrow();

    Await.until(BOUND, () -> coordinator.number(progress, "Epoch") > 3);
    Await.until(BOUND, () -> coordinator.number(progress, "CheckpointAgeSeconds") < 60);
    assertThat(coordinator.number(progress, "Epochs")).isEqualTo(1_000_000);
    assertThat(coordinator.number(progress, "Loss")).isPositive();
    assertThat(coordinator.number(progress, "Validation")).isBetween(0.0, 1.0);
    assertThat(coordinator.text(progress, "Name")).isEqualTo(job.state().name());
    assertThat(coordinator.text(progress, "Phase")).isEqualTo("train");
    assertThat(node("JobsRunning")).isEqualTo(2);
    Await.until(BOUND, () -> node("JobsQueued") == 1);
    Await.until(BOUND, () -> node("TrainersRunning") == 3);
    for (NodeBeans node : beans) {
      assertThat(node.number(work, "HeapBytes"))
          .isPositive()
          .isLessThanOrEqualTo(node.number("graphember", "HeapBytes"));
      assertThat(node.number(work, "NativeBytes"))
          .isPositive()
          .isLessThan(node.number("graphember", "NativeBytes"));
      assertThat(node.number(work, "SampledEdgesTotal")).isPositive();
      assertThat(node.number("graphember.graph." + job.state().graph(), "HeapBytes"))
          .isGreaterThan(node.number(work, "HeapBytes"))
          .isLessThanOrEqualTo(node.number("graphember", "HeapBytes"));
    }

    final double cancelled = node("JobsCancelledTotal");
    waits.cancel();
    Await.until(BOUND, () -> node("JobsCancelledTotal") == cancelled + 1);
    job.cancel();
    other.cancel();

    Await.until(BOUND, () -> node("JobsCancelledTotal") == cancelled + 3);
    Await.until(
        BOUND, () -> beans.stream().noneMatch(node -> node.has(progress) || node.has(work)));
    assertThat(beans.get(0).sets("graphember.graph.")).isEmpty();
    Await.until(BOUND, () -> node("JobsQueued") == 0);
    Await.until(BOUND, () -> node("HeapBytes") == 0);
  }
}
