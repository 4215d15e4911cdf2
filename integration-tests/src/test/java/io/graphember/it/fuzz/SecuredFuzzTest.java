// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.security.PasswordHash;
import io.graphember.it.Await;
import io.graphember.it.Jobs;
import io.graphember.it.TestCluster;
import io.graphember.jobs.catalog.CacheNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wrong requests of a user and of an anonymous client to a node that knows its users, and wrong
 * entries in its catalog: each gets a reply, the node has nothing left of them.
 */
class SecuredFuzzTest {
  private static final int MANY = 10_000;
  private static final int FEW = 200;
  private static final int ASKED_EVERY = 50;
  private static final long HEAP = 48L << 20;
  private static final String PASSWORD = "correct horse";
  private static final String JOB =
      "{\"name\": \"a\", \"graph\": {\"name\": \"g\"}, \"model\": {\"hidden\": 8}}";
  private static final String GRAPH = "{\"name\": \"g\", \"partitions\": 4}";
  private static final String HEADER =
      "{\"vertexTypes\": [{\"name\": \"v\", \"keys\": \"INT64\"}], \"edgeTypes\": [{\"name\": \"e\"}]}";
  private static final String RETENTION = "{\"results\": 3, \"days\": 10}";
  private static final String ENTRY =
      "[{\"name\": \"embeddings\", \"kind\": \"embeddings\", \"cache\": \"graphember.embeddings.g.j.v1\"}]";

  private static TestCluster cluster;

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("security.yaml"),
            """
            users: {user: {password: "%s", roles: [all]}}
            anonymous: [guest]
            roles:
              all: {may: [read-graph, write-graph, drop, submit, cancel, read-results, read-model, administer]}
              guest: {may: [read-graph]}
            """
                .formatted(PasswordHash.of(PASSWORD.toCharArray())));
    cluster =
        TestCluster.start(
            1,
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(64L << 20)
                .setSecurityFile(file.toString())
                .setGuardCaches(true));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ClientConfiguration user() {
    return GraphemberClient.configuration(cluster.address(0))
        .setUserName("user")
        .setUserPassword(PASSWORD);
  }

  private static void check(String reply) {
    Json.value(reply, new TypeReference<Object>() {});
  }

  /** One wrong request; which one, its number says. */
  private static void send(GraphemberService service, Mutator mutator, int number) {
    mutator.at(number);
    switch (number % 8) {
      case 0 -> check(service.submit(mutator.text(JOB), new byte[0]));
      case 1 -> abort(service, service.beginLoad(mutator.text(GRAPH), HEADER));
      case 2 -> abort(service, service.beginLoad(GRAPH, mutator.text(HEADER)));
      case 3 -> check(service.setRetention("g", mutator.text(RETENTION)));
      case 4 -> check(service.dropResults(mutator.text("graph"), mutator.text("job")));
      case 5 -> check(service.model(mutator.text("graph"), "job", mutator.text("ONNX")));
      case 6 -> check(service.append(number, 0, mutator.text(GRAPH).getBytes(UTF_8)));
      default -> check(service.results(mutator.text("graph")));
    }
  }

  private static void abort(GraphemberService service, String begun) {
    check(service.abortLoad(Json.value(begun, new TypeReference<Long>() {})));
  }

  private static void onslaught(String who, ClientConfiguration configuration, int inputs) {
    Mutator mutator = new Mutator(who.length());
    try (IgniteClient client = Ignition.startClient(configuration)) {
      GraphemberService service =
          client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      new Onslaught("requests of " + who, HEAP)
          .run(inputs, number -> send(service, mutator, number));
    }
    Await.until(
        Duration.ofSeconds(30),
        () ->
            cluster.parts(0).running().count() == 0 && cluster.parts(0).budget().takenBytes() == 0);
    assertThat(cluster.parts(0).graphs().graphs()).isEmpty();
  }

  private static void requests(int inputs) {
    onslaught("a user", user(), inputs);
    onslaught("somebody", GraphemberClient.configuration(cluster.address(0)), inputs);
  }

  /** Entries of the catalog that somebody who could has spoilt. */
  private static void entries(int inputs) {
    Mutator mutator = new Mutator(5);
    IgniteCache<String, Object> catalog = cluster.node(0).cache(CacheNames.CATALOG);
    final String[] paths = {
      "graph/g", "publication/g/j/embeddings", "model/g/j", "retention/g", "claims", "owner/g/j"
    };
    try (GraphemberClient client = GraphemberClient.connect(cluster.address(0), user())) {
      for (int number = 0; number < inputs; number++) {
        final String path = paths[number % paths.length];
        catalog.put(path, mutator.at(number).text(ENTRY));
        if (number % ASKED_EVERY == 0) {
          client.graphs();
          client.results();
          cluster.parts(0).graphs().sweep();
        }
        catalog.remove(path);
      }
      Jobs.load(client, Jobs.parse("{name: j, graph: {name: sane}, source: {type: block-model}}"));
      assertThat(client.graphs()).hasSize(1);
      client.dropGraph("sane", true);
    }
  }

  @Test
  void someWrongRequestsAndEntries() {
    requests(FEW);
    entries(FEW);
  }

  @Test
  @Tag("long")
  void tenThousandWrongRequestsAndEntries() {
    requests(MANY);
    entries(MANY);
  }
}
