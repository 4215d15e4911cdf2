// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.load.LoadState;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.Await;
import io.graphember.it.TestCluster;
import io.graphember.schema.Split;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.error.GraphemberException;
import java.time.Duration;
import java.util.List;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Wrong requests to a real node: most straight to the service of the node, a sample through a thin
 * client. Each gets a reply, and the node has nothing left of them.
 */
class RequestFuzzTest {
  private static final int INPUTS = Onslaught.INPUTS;
  private static final int SAMPLED = 20;
  private static final int BUILDS = 60;
  private static final int ASKED_AT_ONCE = 1000;

  /** Timers of loads live for a minute, states of jobs for the next thousand. */
  private static final long HEAP = 48L << 20;

  private static final String JOB =
      "{\"name\": \"a\", \"graph\": {\"name\": \"g\"}, \"model\": {\"hidden\": 8}, \"training\":"
          + " {\"epochs\": 3, \"fanouts\": [\"5\", \"all\"]}}";
  private static final String GRAPH =
      "{\"name\": \"g\", \"partitions\": 4, \"partitioner\": \"hash-2d\", \"unknownVertices\":"
          + " \"create\"}";
  private static final String NUMBERS =
      "{\"vertexTypes\": [{\"name\": \"v\", \"keys\": \"INT64\", \"featureDim\": 2, \"labels\": true}],"
          + " \"edgeTypes\": [{\"name\": \"e\", \"source\": 0, \"destination\": 0}]}";
  private static final String TEXTS =
      "{\"vertexTypes\": [{\"name\": \"v\", \"keys\": \"STRING\"}], \"edgeTypes\": [{\"name\": \"e\"}]}";
  private static final String LABELS = "[[\"a\", \"b\", \"\\u00e9\"]]";

  private static TestCluster cluster;
  private static GraphemberService direct;
  private static IgniteClient client;
  private static GraphemberService thin;

  @BeforeAll
  @SuppressWarnings("deprecation") // the service object itself, without a proxy
  static void start() {
    cluster = TestCluster.start(1, new GraphemberConfiguration().setMemoryBudgetBytes(64L << 20));
    // A started node may still be deploying its services; a proxy waits for that, this does not.
    Await.until(
        Duration.ofSeconds(30),
        () -> (direct = cluster.node(0).services().service(GraphemberService.NAME)) != null);
    client = Ignition.startClient(GraphemberClient.configuration(cluster.address(0)));
    thin = client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
  }

  @AfterAll
  static void stop() {
    client.close();
    cluster.close();
  }

  @AfterEach
  void nothingIsLeft() {
    Await.until(
        Duration.ofSeconds(30),
        () ->
            cluster.parts(0).running().count() == 0
                && cluster.parts(0).budget().takenBytes() == 0
                && caches().isEmpty()); // a drop answers before its caches are destroyed
    assertThat(cluster.parts(0).graphs().graphs()).isEmpty();
  }

  private static List<String> caches() {
    return cluster.node(0).cacheNames().stream()
        .filter(name -> name.startsWith("graphember.graph."))
        .toList();
  }

  /** A sample goes over the wire. */
  private static GraphemberService service(int number) {
    return number % SAMPLED == 0 ? thin : direct;
  }

  private static <T> T value(String reply, TypeReference<T> type) {
    return Json.value(reply, type);
  }

  private static void check(String reply) {
    Json.value(reply, new TypeReference<Object>() {});
  }

  private static long begin(GraphemberService service, String graph, String header) {
    return value(service.beginLoad(graph, header), new TypeReference<Long>() {});
  }

  @Test
  void jobs() {
    Mutator mutator = new Mutator(21);
    new Onslaught("submit", HEAP)
        .run(
            INPUTS,
            number -> check(service(number).submit(mutator.at(number).text(JOB), new byte[0])));
  }

  @Test
  void beginnings() {
    Mutator mutator = new Mutator(22);
    new Onslaught("beginLoad", HEAP)
        .run(
            INPUTS,
            number -> {
              mutator.at(number);
              GraphemberService service = service(number);
              String graph = number % 2 == 0 ? mutator.text(GRAPH) : GRAPH;
              String header = number % 2 == 0 ? NUMBERS : mutator.text(NUMBERS);
              service.abortLoad(begin(service, graph, header));
            });
  }

  private static List<Piece> pieces(boolean texts) {
    if (texts) {
      return List.of(
          new VertexPiece(KeyColumn.of("a", "bcd", "\u00e9f"), null, new byte[] {1, 0, 3}, null),
          new SplitPiece(Split.VALID, KeyColumn.of("bcd")),
          new EdgePiece(KeyColumn.of("a", "bcd"), KeyColumn.of("\u00e9f", "a")));
    }
    return List.of(
        new VertexPiece(
            KeyColumn.of(1L, 2L, 3L),
            new int[] {0, 1, -1},
            new byte[] {1, 2, 0},
            new float[] {0, 1, 2, 3, 4, 5}),
        new SplitPiece(Split.TEST, KeyColumn.of(3L)),
        new EdgePiece(KeyColumn.of(1L, 2L, 3L), KeyColumn.of(2L, 3L, 1L)));
  }

  /** Sends right pieces up to a wrong one, then those that follow. */
  private static void send(GraphemberService service, long load, Mutator mutator, int number) {
    List<Piece> pieces = pieces(number % 2 == 0);
    final int spoiled = mutator.below(pieces.size());
    for (int i = 0; i < pieces.size(); i++) {
      byte[] bytes = pieces.get(i).encode();
      check(service.append(load, i, i == spoiled ? mutator.bytes(bytes) : bytes));
    }
  }

  @Test
  void pieces() {
    Mutator mutator = new Mutator(23);
    new Onslaught("append", HEAP)
        .run(
            INPUTS,
            number -> {
              GraphemberService service = service(number);
              long load = begin(service, GRAPH, number % 2 == 0 ? TEXTS : NUMBERS);
              try {
                send(service, load, mutator.at(number), number);
              } finally {
                service.abortLoad(load);
              }
            });
  }

  /** Of a load without vertices no graph is built, so this takes no caches. */
  @Test
  void labelNames() {
    Mutator mutator = new Mutator(24);
    new Onslaught("commitLoad", HEAP)
        .run(
            INPUTS,
            number -> {
              GraphemberService service = service(number);
              long load = begin(service, GRAPH, NUMBERS);
              try {
                check(service.commitLoad(load, mutator.at(number).text(LABELS)));
                awaitEnd(service, load);
              } finally {
                service.abortLoad(load);
              }
            });
  }

  private static void awaitEnd(GraphemberService service, long load) {
    LoadState state = state(service, load);
    for (int i = 0; i < ASKED_AT_ONCE && !state.ended(); i++) {
      state = state(service, load); // most end at once
    }
    if (!state.ended()) {
      Await.until(Duration.ofSeconds(20), () -> state(service, load).ended());
      state = state(service, load);
    }
    if (state.error() != null) {
      throw state.error().toException();
    }
  }

  private static LoadState state(GraphemberService service, long load) {
    return value(service.loadState(load), new TypeReference<LoadState>() {});
  }

  /** What a node takes it can build: wrong pieces that are pieces all the same. */
  @Test
  void builds() {
    Mutator mutator = new Mutator(25);
    int[] found = {0};
    new Onslaught("builds", HEAP)
        .run(
            BUILDS,
            number -> {
              // The next spoiled pieces that the node takes.
              for (int i = 0; i < 1000; i++) {
                long load = begin(direct, GRAPH, found[0] % 2 == 0 ? TEXTS : NUMBERS);
                if (taken(load, mutator, found[0]++)) {
                  try {
                    check(direct.commitLoad(load, LABELS));
                    awaitEnd(direct, load);
                  } finally {
                    direct.abortLoad(load);
                    direct.dropGraph("g", false);
                  }
                  return;
                }
                direct.abortLoad(load);
              }
            });
  }

  private static boolean taken(long load, Mutator mutator, int number) {
    try {
      send(direct, load, mutator.at(number), number);
      return true;
    } catch (GraphemberException expected) {
      return false;
    }
  }

  /** Numbers and names of things that are not there. */
  @Test
  void questions() {
    Mutator mutator = new Mutator(26);
    new Onslaught("questions", HEAP)
        .run(
            10 * INPUTS,
            number -> {
              mutator.at(number);
              GraphemberService service = service(number);
              check(
                  switch (number % 25) {
                    case 0 -> service.hello((int) mutator.edge());
                    case 1 -> service.loadState(mutator.edge());
                    case 2 -> service.abortLoad(mutator.edge());
                    case 3 -> service.dropGraph(mutator.text("graph"), false);
                    case 4 -> service.jobState(mutator.edge(), (int) mutator.edge());
                    case 5 -> service.cancelJob(mutator.edge());
                    case 6 -> service.jobResult(mutator.edge());
                    case 7 ->
                        service.publications(
                            mutator.text("graph"), mutator.text("job"), mutator.text("embeddings"));
                    case 8 -> service.append(mutator.edge(), mutator.edge(), new byte[0]);
                    case 9 ->
                        mutator.edge() % 2 == 0
                            ? service.results(mutator.text("graph"))
                            : service.endFollow(mutator.text("graph"));
                    case 10 -> service.dropGraph(mutator.text("graph"), true);
                    case 11 -> service.dropResults(mutator.text("graph"), mutator.text("job"));
                    case 12 -> service.dropModel(mutator.text("graph"), mutator.text("job"));
                    case 13 ->
                        service.setRetention(
                            mutator.text("graph"), mutator.text("{\"results\": 1, \"days\": 2}"));
                    case 14 -> service.drain(mutator.text("node"));
                    case 15 -> service.undrain(mutator.text("node"));
                    case 16 -> service.work(mutator.text("node"));
                    case 17 -> service.forget(mutator.text("node-9"));
                    case 18 -> service.dropCheckpoint(mutator.edge());
                    case 19 ->
                        service.similar(
                            mutator.text("graph"),
                            mutator.text("job"),
                            mutator.text(
                                "{\"vector\": [1, 2], \"most\": 3, \"similarity\": \"DOT\"}"));
                    case 20 ->
                        service.changeRows(
                            mutator.text("graph"),
                            mutator.text(
                                "{\"rows\": {\"job\": \"job\", \"vertexType\": \"vertex\", \"version\": 3}, "
                                    + "\"keys\": [\"a\", \"b\"], \"scale\": 0.5}"),
                            new byte[(int) (mutator.edge() & 31)]);
                    case 21 ->
                        service.predict(
                            mutator.text("graph"),
                            mutator.text("job"),
                            mutator.text(
                                "{\"keys\": [\"a\"], \"keyKind\": \"STRING\", \"fanouts\": [2, 3], \"newVertices\": "
                                    + "[{\"key\": \"b\", \"features\": [1, 2]}], \"newEdges\": [{\"source\": \"a\"}]}"));
                    case 22 -> service.restoreResults(mutator.text("graph"), mutator.text("job"));
                    case 23 -> service.stopRetraining(mutator.text("graph"), mutator.text("job"));
                    default -> service.commitLoad(mutator.edge(), "[]");
                  });
            });
  }
}
