// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.EmbeddingStore;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphemberService;
import io.graphember.ignite.wire.WireClasses;
import io.graphember.it.host.HostCall;
import io.graphember.it.host.HostReading;
import io.graphember.it.host.HostService;
import io.graphember.it.host.HostValue;
import io.graphember.it.stranger.Stranger;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ignite.Ignite;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Nodes whose marshaller is kept to our list and the host's classes run no code of strangers. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WhiteListTest {
  @TempDir static Path folder;
  private static List<ServerProcess> servers;

  /** Calls a method of the service that takes a text with anything, as a stranger's client may. */
  private static void call(IgniteClient client, Object argument) throws Throwable {
    GraphemberService service =
        client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
    Proxy.getInvocationHandler(service)
        .invoke(
            service,
            GraphemberService.class.getMethod("results", String.class),
            new Object[] {argument});
  }

  @BeforeAll
  static void start() throws Exception {
    Path list =
        Files.writeString(
            folder.resolve("classes.txt"), WireClasses.list(List.of("io.graphember.it.host.*")));
    servers = ServerProcess.startWith(2, folder, List.of("-DIGNITE_MARSHALLER_WHITELIST=" + list));
  }

  @AfterAll
  static void stop() {
    ServerProcess.closeAll(servers);
  }

  private static IgniteClient connect(int server) {
    return Ignition.startClient(GraphemberClient.configuration(servers.get(server).address()));
  }

  private static void assertNoStranger() {
    assertThat(folder.resolve(Stranger.TRACE)).doesNotExist();
  }

  @Test
  void aStrangerIsNotReadAsAnArgument() {
    try (IgniteClient client = connect(0)) {
      assertThatThrownBy(() -> call(client, new Stranger())).isNotNull();
      assertNoStranger();
      assertThatThrownBy(() -> call(client, new HashMap<>(Map.of("x", new Stranger()))))
          .isNotNull();
      assertThatThrownBy(() -> call(client, new Object[] {new Stranger()})).isNotNull();
      assertNoStranger();
    }
  }

  /** Where a node reads it, it refuses and ends the connection; the node goes on. */
  @Test
  void aStrangerIsNotReadFromACache() {
    for (String cache : List.of("graphember.catalog", "graphember.jobs", "graphember.models")) {
      try (IgniteClient client = connect(0)) {
        client.<String, Object>cache(cache).put("graph/stranger", new Stranger());
      } catch (ClientException expected) {
        // The transactional one reads what it is given.
      }
      assertNoStranger();
    }
    try (GraphemberClient user = GraphemberClient.connect(servers.get(1).address())) {
      Jobs.load(user, BlockModelJob.settings("graph.name=beside"));
      user.dropGraph("beside");
      assertThat(user.graphs()).noneMatch(graph -> graph.name().equals("stranger"));
      assertNoStranger();
    }
  }

  @Test
  void classesOfTheHostAreRead() throws Exception {
    final HostValue value = new HostValue("host", List.of(1, 2, 3));
    try (IgniteClient client = connect(0)) {
      client.<Integer, Object>getOrCreateCache("host").put(1, value);
    }
    try (IgniteClient client = connect(1)) {
      assertThat(((HostValue) client.<Integer, Object>cache("host").get(1)).text())
          .isEqualTo("host[1, 2, 3]");
    }
    try (TestCluster.ClientNode node = TestCluster.clientOf(servers, folder)) {
      Ignite ignite = node.ignite();
      assertThat(ignite.compute(ignite.cluster().forServers()).broadcast(new HostCall(value)))
          .containsExactly("host[1, 2, 3]", "host[1, 2, 3]");
      ignite.services().deployNodeSingleton("host", new HostService());
      try (IgniteClient client = connect(0)) {
        HostReading service = client.services().serviceProxy("host", HostReading.class);
        assertThat(service.read(value)).isEqualTo("host[1, 2, 3]");
      }
    }
    assertNoStranger();
  }

  @Test
  void everyKindOfJobRuns() {
    try (GraphemberClient client = GraphemberClient.connect(servers.get(0).address())) {
      Jobs.load(client, BlockModelJob.settings());
      final String epoch = "training.epochs=1";
      Jobs.run(
          client, BlockModelJob.settings(epoch, "training.trainers=2", "publish.embeddings=true"));
      final EmbeddingStore rows = client.store("blocks", "blocks-sage");
      assertThat(rows.mult(2)).isEqualTo(BlockModelJob.VERTICES);
      rows.addAll(rows.getAll(Set.of("paper-00001", "paper-00002", "paper-00003")));
      Jobs.run(
          client,
          BlockModelJob.settings("name=inferred", "inference={model: blocks-sage}")
              .withoutSource());
      Jobs.run(
          client,
          BlockModelJob.settings(
                  "name=pairs",
                  "publish.embeddings=true",
                  "inference={model: blocks-sage, edges: all, candidates: 3}")
              .withoutSource());
      Jobs.run(
          client,
          BlockModelJob.settings(
                  epoch,
                  "training.batchSize=128",
                  "name=linked",
                  "task={type: links}",
                  "publish.embeddings=true")
              .withoutSource());
      Jobs.run(client, BlockModelEmbedding.settings("embedding.epochs=1").withoutSource());
      assertThat(client.results("blocks")).hasSize(5);
      assertThat(client.predictions("blocks", "blocks-sage").get("paper-00001")).isNotNull();
    }
  }

  /** The control: this is what happens without a list. */
  @Test
  @Order(Integer.MAX_VALUE)
  void withoutAListAStrangerRuns(@TempDir Path other) throws Exception {
    try (ServerProcess server = ServerProcess.start(1, other).get(0);
        IgniteClient client =
            Ignition.startClient(GraphemberClient.configuration(server.address()))) {
      assertThatThrownBy(() -> call(client, new Stranger())).isNotNull();
      assertThat(other.resolve(Stranger.TRACE)).exists();
    }
  }
}
