// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.client.api.ModelForm;
import io.graphember.client.api.Retention;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.node.Finding;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.ClusterState;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * A network that is cut between nodes of one cluster, so that both sides go on without the other.
 */
class SplitBrainTest {
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final String FIGURES = "1 of 3 storage nodes is here, missing: node-1, node-2; ";

  private static void assertRefused(ThrowingCallable operation, String who) {
    assertThatThrownBy(operation)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NO_MAJORITY"))
        .hasMessageStartingWith(who + " needs more than half of the storage nodes of the cluster: ")
        .hasMessageContaining(FIGURES);
  }

  private static int servers(TestCluster cluster, int node) {
    return cluster.node(node).cluster().forServers().nodes().size();
  }

  private static GraphemberService service(IgniteClient client) {
    return client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
  }

  @Test
  void oneHalfGoesOn() {
    final NetworkCut network = new NetworkCut();
    try (TestCluster cluster =
            TestCluster.start(3, new GraphemberConfiguration().setBackups(2), network::join);
        GraphemberClient one = GraphemberClient.connect(cluster.address(0));
        IgniteClient raw =
            Ignition.startClient(GraphemberClient.configuration(cluster.address(0)));
        GraphemberClient two = GraphemberClient.connect(cluster.address(1))) {
      final GraphInfo graph = Jobs.load(two, BlockModelJob.settings());
      Jobs.run(two, BlockModelJob.settings());
      final JobResult result = Jobs.run(two, BlockModelJob.settings());
      final long begun =
          Json.value(
              service(raw)
                  .beginLoad(
                      "{name: begun}",
                      Json.write(LoadHeader.of(new GraphHeader(KeyKind.INT64, 0, false)))),
              new TypeReference<Long>() {});

      network.cutOff(Set.of(0));
      Await.until(BOUND, () -> servers(cluster, 0) == 1 && servers(cluster, 1) == 2);
      Await.until(BOUND, () -> servers(cluster, 2) == 2);

      assertOneIsRefused(one, result);
      assertThat(service(raw).commitLoad(begun, "[]")).contains("NO_MAJORITY").contains(FIGURES);
      assertOneReads(one, graph, result);

      Jobs.load(two, BlockModelJob.settings("graph.name=more"));
      Jobs.run(two, BlockModelJob.settings("graph.name=more"));
      assertThat(two.graphs()).hasSize(2);
      assertThat(two.dropGraph("blocks", true).versions()).hasSize(1);
      assertThat(two.graphs()).hasSize(1);
      assertThat(finding(two).verdict()).isEqualTo(Finding.Verdict.RISK);

      assertOneReads(one, graph, result);
      cluster.node(1).cluster().state(ClusterState.INACTIVE); // before its nodes stop
    }
  }

  private static void assertOneIsRefused(GraphemberClient one, JobResult result) {
    final var job = BlockModelJob.settings();
    assertRefused(() -> Jobs.load(one, job), "Loading graph blocks");
    assertRefused(
        () -> one.submit(SettingsDocument.toJson(job.withoutSource())), "Job blocks-sage");
    assertRefused(() -> one.dropGraph("blocks"), "Dropping graph blocks");
    assertRefused(
        () -> one.dropVersion("blocks", result.graph().version()),
        "Dropping version %d of graph blocks".formatted(result.graph().version()));
    assertRefused(
        () -> one.dropResults("blocks", "blocks-sage"), "Dropping the results of job blocks-sage");
    assertRefused(
        () -> one.dropModel("blocks", "blocks-sage"), "Dropping the model of job blocks-sage");
    assertRefused(
        () -> one.restoreResults("blocks", "blocks-sage"),
        "Restoring the results of job blocks-sage");
    assertRefused(
        () -> one.setRetention("blocks", new Retention(1, null)), "The retention of graph blocks");
  }

  private static void assertOneReads(GraphemberClient one, GraphInfo graph, JobResult result) {
    assertThat(one.graphs()).singleElement().isEqualTo(graph);
    assertThat(one.results("blocks")).hasSize(1);
    assertThat(one.job(result.job()).state().status()).isEqualTo(JobState.Status.DONE);
    assertThat(one.job(result.job()).result().name()).isEqualTo("blocks-sage");
    assertThat(one.predictions("blocks", "blocks-sage").get("paper-00001")).isNotNull();
    assertThat(one.model("blocks", "blocks-sage", ModelForm.values()[0])).isNotEmpty();
    assertThat(one.retention("blocks")).isEqualTo(Retention.EVERYTHING);
    assertThat(finding(one).verdict()).isEqualTo(Finding.Verdict.BAD);
    assertThat(finding(one).found()).startsWith(FIGURES);
  }

  private static Finding finding(GraphemberClient client) {
    List<Finding> findings = client.findings();
    return findings.stream()
        .filter(finding -> finding.name().equals("storage nodes"))
        .findFirst()
        .orElseThrow();
  }
}
