// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.graphember.client.EmbeddingStore;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.client.api.ModelForm;
import io.graphember.client.api.Publication;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.client.api.store.RowChange;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.it.request.RequestClient;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.security.Action;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientAuthorizationException;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what on nodes that know their users. */
class SecurityTest {
  private static final LogLines AUDIT = new LogLines("graphember.audit");
  private static TestCluster cluster;
  private static Publication rows;

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws IOException, GeneralSecurityException {
    final String hash = UserFile.quickHash();
    StringBuilder text = new StringBuilder("users:\n");
    for (String user : List.of("all", "none", "other")) {
      text.append("  %s: {password: '%s', roles: [%s]}\n".formatted(user, hash, user));
    }
    for (Action operation : Action.values()) {
      text.append(
          "  but-%s: {password: '%s', roles: [but-%s]}\n".formatted(operation, hash, operation));
      text.append(
          "  only-%s: {password: '%s', roles: [only-%s]}\n".formatted(operation, hash, operation));
    }
    text.append(
        "anonymous: [guest]\nroles:\n  none: {may: []}\n  guest: {may: [read-results], names: [open]}\n");
    text.append(
        "  all: {may: %s}\n  other: {may: %s, names: [other]}\n"
            .formatted(names(o -> true), names(o -> true)));
    for (Action operation : Action.values()) {
      text.append("  but-%s: {may: %s}\n".formatted(operation, names(o -> o != operation)));
      text.append("  only-%s: {may: %s}\n".formatted(operation, names(o -> o == operation)));
    }
    Path file = Files.writeString(folder.resolve("security.yaml"), text);
    cluster =
        TestCluster.start(
            2,
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(512L << 20)
                .setSecurityFile(file.toString())
                .setGuardCaches(true),
            ignite -> ignite.setGridLogger(AUDIT));
    try (GraphemberClient all = connect("all")) {
      Jobs.load(all, BlockModelJob.settings());
      Jobs.run(all, BlockModelJob.settings());
      rows = all.embeddings("blocks", "blocks-sage").publication();
    }
  }

  private static List<String> names(Predicate<Action> some) {
    return Stream.of(Action.values())
        .filter(some)
        .map(operation -> operation.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ClientConfiguration configuration(String user) {
    return GraphemberClient.configuration(cluster.address(0))
        .setUserName(user)
        .setUserPassword(UserFile.PASSWORD);
  }

  private static GraphemberClient connect(String user) {
    return GraphemberClient.connect(cluster.address(0), configuration(user));
  }

  private static String text(JobSettings job) {
    return SettingsDocument.toJson(job.withoutSource());
  }

  /** What each operation is, as a client asks for it; what "all" has made is its target. */
  private static Map<Action, Consumer<GraphemberClient>> calls() {
    Map<Action, Consumer<GraphemberClient>> calls = new EnumMap<>(Action.class);
    calls.put(
        Action.READ_GRAPH,
        client -> client.retention("blocks")); // lists leave out what a caller may not see
    calls.put(
        Action.WRITE_GRAPH, client -> Jobs.load(client, BlockModelJob.settings("graph.name=w")));
    calls.put(Action.DROP, client -> client.dropResults("blocks", "never-run"));
    calls.put(
        Action.SUBMIT, client -> client.check(text(BlockModelJob.settings("name=submitted"))));
    calls.put(Action.CANCEL, client -> client.job(1).cancel());
    calls.put(Action.READ_RESULTS, client -> client.predictions("blocks", "blocks-sage"));
    calls.put(
        Action.READ_MODEL, client -> client.model("blocks", "blocks-sage", ModelForm.values()[0]));
    calls.put(Action.ADMINISTER, GraphemberClient::findings);
    return calls;
  }

  private static void call(Action operation, String user, GraphemberClient client) {
    if (operation == Action.WRITE_RESULTS) {
      changeRows(user);
    } else {
      calls().get(operation).accept(client);
    }
  }

  /** Multiplies rows with 1, as a client does who has opened the store when he might. */
  private static void changeRows(String user) {
    try (IgniteClient client = Ignition.startClient(configuration(user))) {
      final GraphemberService service =
          client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
      final RowChange change =
          new RowChange(
              new RowChange.Rows("blocks-sage", rows.vertexType(), rows.version()), null, 1, null);
      Json.value(
          service.changeRows("blocks", Json.write(change), new byte[0]),
          new TypeReference<Long>() {});
    }
  }

  private static void assertRefused(Action operation, String user, GraphemberClient client) {
    assertThatThrownBy(() -> call(operation, user, client))
        .as(operation.name())
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NOT_PERMITTED"))
        .hasMessageMatching(
            "User [A-Za-z_-]+ may not "
                + operation.text()
                + " on (the cluster|graph (blocks|w)|job [a-z-]+ of graph blocks): no role of this"
                + " user permits it; ask whoever runs the cluster\\.");
  }

  /** All that a client can see, and the caches of the cluster but those that were dropped. */
  private static List<Object> state() {
    cluster.parts(0).graphs().sweep();
    try (GraphemberClient all = connect("all")) {
      return List.of(
          all.graphs(), all.results(), List.copyOf(new TreeSet<>(cluster.node(0).cacheNames())));
    }
  }

  @ParameterizedTest
  @EnumSource(Action.class)
  void anOperationIsPermittedByItsRoleAlone(Action operation) {
    try (GraphemberClient only = connect("only-" + operation);
        GraphemberClient but = connect("but-" + operation)) {
      call(operation, "only-" + operation, only);
      final List<Object> before = state();
      AUDIT.clear();
      assertRefused(operation, "but-" + operation, but);
      assertThat(AUDIT.lines())
          .singleElement()
          .asString()
          .matches(
              "refused user=but-%s from=127\\.0\\.0\\.1:[0-9]+ operation=\\[%s] target=\\[.+]"
                  .formatted(operation, operation.text()));
      assertThat(state()).isEqualTo(before); // nothing but that line is left of it
      for (Action other : Action.values()) {
        if (other != operation) {
          call(other, "but-" + operation, but);
          assertRefused(other, "only-" + operation, only);
        }
      }
    }
  }

  /** A program that trains changes rows many times a second. */
  @Test
  void aUserWhoChangesRowsIsWrittenDownOnce() {
    try (GraphemberClient all = connect("all")) {
      final EmbeddingStore store = all.store("blocks", "blocks-sage");
      AUDIT.clear();
      store.mult(1);
      store.add("paper-00001", new float[store.get("paper-00001").length]);
      assertThat(AUDIT.lines())
          .filteredOn(line -> line.contains("operation=[write results]"))
          .singleElement()
          .asString()
          .contains("permitted user=all", "target=[job blocks-sage of graph blocks]");
    }
    try (GraphemberClient other = connect("other")) {
      assertThatThrownBy(() -> other.store("blocks", "blocks-sage"))
          .hasMessageContaining("may not read results");
    }
  }

  /** Who may take results away may put others in their place. */
  @Test
  void resultsArePutBackByThoseWhoMayDropThem() {
    try (GraphemberClient only = connect("only-DROP");
        GraphemberClient but = connect("but-DROP")) {
      assertThatThrownBy(() -> but.restoreResults("blocks", "blocks-sage"))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NOT_PERMITTED"))
          .hasMessageContaining("may not drop on job blocks-sage of graph blocks");
      assertThatThrownBy(() -> only.restoreResults("blocks", "blocks-sage")) // which ran once
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("RESTORE_REFUSED"));
    }
  }

  /** Who may end what a job does may end that its model is trained on. */
  @Test
  void aModelIsTrainedOnNoMoreByThoseWhoMayCancel() {
    try (GraphemberClient only = connect("only-CANCEL");
        GraphemberClient but = connect("but-CANCEL")) {
      assertThatThrownBy(() -> but.stopRetraining("blocks", "blocks-sage"))
          .hasMessageContaining("may not cancel on job blocks-sage of graph blocks");
      assertThatThrownBy(() -> only.stopRetraining("blocks", "blocks-sage"))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("RETRAIN_UNKNOWN"));
      assertThat(only.retrainings()).isEmpty();
    }
  }

  /** They say what a job would publish. */
  @Test
  void predictionsAreForThoseWhoMayReadResults() {
    try (GraphemberClient only = connect("only-READ_RESULTS");
        GraphemberClient but = connect("but-READ_RESULTS")) {
      assertThat(only.predict("blocks", "blocks-sage", "paper-00001").label()).isNotNull();
      assertThatThrownBy(() -> but.predict("blocks", "blocks-sage", "paper-00001"))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NOT_PERMITTED"))
          .hasMessageContaining("may not read results on job blocks-sage of graph blocks");
    }
  }

  /** They say what embeddings are, so they are for those who may read these. */
  @Test
  void similarVerticesAreForThoseWhoMayReadResults() {
    try (GraphemberClient only = connect("only-READ_RESULTS");
        GraphemberClient but = connect("but-READ_RESULTS")) {
      assertThat(only.similar("blocks", "blocks-sage", "paper-00001", 3).keys()).hasSize(3);
      assertThatThrownBy(() -> but.similar("blocks", "blocks-sage", "paper-00001", 3))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NOT_PERMITTED"))
          .hasMessageContaining("may not read results on job blocks-sage of graph blocks");
    }
  }

  @Test
  void whatChangesTheClusterIsWrittenDown() {
    try (GraphemberClient all = connect("all")) {
      AUDIT.clear();
      Jobs.load(all, BlockModelJob.settings("graph.name=audited"));
      all.dropGraph("audited");
      all.check(text(BlockModelJob.settings("name=asked"))); // who asks does nothing
      assertThat(AUDIT.lines())
          .hasSize(2)
          .allMatch(line -> line.startsWith("permitted user=all from=127.0.0.1:"))
          .anyMatch(line -> line.endsWith("operation=[write graph] target=[graph audited]"))
          .anyMatch(line -> line.endsWith("operation=[drop] target=[graph audited]"));
    }
  }

  /** To forget a node is to run the cluster; whoever does it is written down. */
  @Test
  void nodesAreForgottenByAdministrators() {
    try (GraphemberClient only = connect("only-ADMINISTER");
        GraphemberClient but = connect("but-ADMINISTER")) {
      AUDIT.clear();
      assertThatThrownBy(() -> but.forget("node-9"))
          .hasMessage(
              "User but-ADMINISTER may not administer on the cluster: no role of this user permits"
                  + " it; ask whoever runs the cluster.");
      assertThatThrownBy(() -> only.forget("node-9"))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NODE_UNKNOWN"));
      assertThat(AUDIT.lines())
          .hasSize(2)
          .anyMatch(line -> line.startsWith("refused user=but-ADMINISTER from=127.0.0.1:"))
          .anyMatch(line -> line.startsWith("permitted user=only-ADMINISTER from=127.0.0.1:"))
          .allMatch(line -> line.endsWith("operation=[administer] target=[the cluster]"));
    }
  }

  @Test
  void whoeverAdministersDrainsAndThatIsWrittenDown() {
    try (GraphemberClient only = connect("only-ADMINISTER");
        GraphemberClient but = connect("but-ADMINISTER")) {
      AUDIT.clear();
      for (Consumer<GraphemberClient> call :
          List.<Consumer<GraphemberClient>>of(
              client -> client.drain("node-1"),
              client -> client.undrain("node-1"),
              client -> client.work("node-1"))) {
        assertThatThrownBy(() -> call.accept(but))
            .hasMessage(
                "User but-ADMINISTER may not administer on the cluster: no role of this user"
                    + " permits it; ask whoever runs the cluster.");
      }
      assertThat(AUDIT.lines()).hasSize(3).allMatch(line -> line.startsWith("refused "));
      assertThat(only.work("node-1").unavailable()).isEmpty();
      AUDIT.clear();
      only.drain("node-1");
      assertThat(only.work("node-1").unavailable())
          .startsWith("node-1 is drained by only-ADMINISTER since ");
      only.undrain("node-1");
      assertThat(AUDIT.lines())
          .hasSize(2)
          .allMatch(line -> line.startsWith("permitted user=only-ADMINISTER from=127.0.0.1:"))
          .allMatch(line -> line.endsWith("operation=[administer] target=[the cluster]"));
    }
  }

  /** The node that a drained one hands work to knows whose it is. */
  @Test
  void workThatIsHandedOnIsItsUsers() {
    try (GraphemberClient all = connect("all");
        GraphemberClient other = connect("other");
        GraphemberClient none = connect("none")) {
      all.drain("node-0");
      AUDIT.clear();
      final JobSettings job = BlockModelJob.settings("graph.name=other", "name=handed-on");
      Jobs.load(other, job);
      Jobs.run(other, job);
      assertThat(cluster.parts(0).runner().takenJobs()).isZero();
      assertThat(AUDIT.lines()).allMatch(line -> line.startsWith("permitted user=other from="));
      assertThat(other.graphs())
          .singleElement()
          .satisfies(graph -> assertThat(graph.owner()).isEqualTo("other"));
      assertThatThrownBy(() -> none.submit(text(job)))
          .hasMessageContaining("User none may not submit");
      other.dropGraph("other", true);
    } finally {
      cluster.parts(0).states().undrain("node-0");
    }
  }

  @Test
  void ownersMayDoEverythingWithWhatTheyHaveMade() {
    try (GraphemberClient other = connect("other");
        GraphemberClient none = connect("none");
        GraphemberClient all = connect("all")) {
      final JobSettings job = BlockModelJob.settings("graph.name=other", "name=mine");
      Jobs.load(other, job);
      Jobs.run(other, job);
      assertThat(other.graphs())
          .singleElement()
          .satisfies(
              graph -> {
                assertThat(graph.name()).isEqualTo("other");
                assertThat(graph.owner()).isEqualTo("other");
              });
      assertThat(all.results("other"))
          .singleElement()
          .satisfies(result -> assertThat(result.owner()).isEqualTo("other"));
      assertThat(none.graphs()).isEmpty();
      assertThat(none.results()).isEmpty();
      assertThatThrownBy(() -> none.dropGraph("other"))
          .hasMessageContaining("User none may not drop");
      other.dropGraph("other", true);
      assertThat(all.results("other")).isEmpty();
    }
  }

  /** Whoever owns a name may read and drop what is under it: nobody takes another's by a job. */
  @Test
  void namesOfJobsAreNotTakenFromTheirOwners() {
    final String job = text(BlockModelJob.settings());
    try (GraphemberClient submitter = connect("only-SUBMIT")) {
      assertThatThrownBy(() -> submitter.submit(job))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.code()).isEqualTo("NOT_PERMITTED"))
          .hasMessage(
              "Job blocks-sage of graph blocks is user all's: give yours another name, or have"
                  + " those results dropped first.");
      assertRefused(Action.READ_MODEL, "only-SUBMIT", submitter);
    }
    try (GraphemberClient writer = connect("only-WRITE_GRAPH");
        GraphemberClient all = connect("all")) {
      final JobSettings shared = BlockModelJob.settings("graph.name=shared", "name=of-all");
      Jobs.load(writer, shared);
      Jobs.run(all, shared);
      assertThatThrownBy(() -> writer.dropGraph("shared", true))
          .hasMessageContaining("User only-WRITE_GRAPH may not drop on job of-all of graph shared");
      assertThat(all.results("shared")).hasSize(1);
      all.dropGraph("shared", true);
    }
  }

  /** A load is that of the user who began it, whatever others may do. */
  @Test
  void nobodyElseFeedsALoad() {
    try (IgniteClient only = Ignition.startClient(configuration("only-WRITE_GRAPH"));
        IgniteClient all = Ignition.startClient(configuration("all"))) {
      final String load =
          service(only)
              .beginLoad(
                  "{name: fed}",
                  Json.write(LoadHeader.of(new GraphHeader(KeyKind.INT64, 0, false))));
      final long number = Json.value(load, new TypeReference<Long>() {});
      for (String reply :
          List.of(
              service(all).append(number, 0, new byte[1]),
              service(all).commitLoad(number, "[]"),
              service(all).loadState(number),
              service(all).abortLoad(number))) {
        assertThat(reply)
            .contains("NOT_PERMITTED")
            .contains("User all may not write graph on graph fed");
      }
      assertThat(service(only).abortLoad(number)).contains("true");
    }
  }

  private static GraphemberService service(IgniteClient client) {
    return client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
  }

  private static void assertDenied(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(ClientException.class)
        .satisfies(
            e ->
                assertThat(
                        e instanceof ClientAuthorizationException
                            || e.getMessage().contains(", which is Graphember's"))
                    .as(e.getMessage())
                    .isTrue());
  }

  /** The user who may do everything in the service, and anonymous ones. */
  @ParameterizedTest
  @ValueSource(strings = {"all", ""})
  void clientsCannotTouchOurCaches(String user) {
    ClientConfiguration client =
        user.isEmpty() ? GraphemberClient.configuration(cluster.address(1)) : configuration(user);
    try (IgniteClient ignite = Ignition.startClient(client)) {
      for (String name :
          List.of("graphember.catalog", "graphember.jobs", "graphember.models", graphCache())) {
        ClientCache<Object, Object> cache = ignite.cache(name);
        final Object key = name.equals(graphCache()) ? (Object) 1L : "counter/jobs";
        assertDenied(() -> cache.get(key));
        assertDenied(() -> cache.query(new ScanQuery<>()).getAll());
        assertDenied(() -> cache.put(key, "1"));
        assertDenied(() -> cache.remove(key));
        assertThatThrownBy(cache::clear).isInstanceOf(ClientException.class); // by each node
        assertDenied(() -> ignite.destroyCache(name));
      }
      assertDenied(() -> ignite.createCache("graphember.mine"));
      assertDenied(() -> ignite.getOrCreateCache("graphember.mine"));
      final String results = resultsCache();
      assertDenied(() -> ignite.cache(results).put("paper-00001", "x"));
      assertDenied(() -> ignite.destroyCache(results));
      if (user.isEmpty()) {
        assertDenied(() -> ignite.cache(results).get("paper-00001"));
      } else {
        assertThat(ignite.<String, Object>cache(results).get("paper-00001")).isNotNull();
      }
      assertThat(state().toString()).contains("blocks-sage"); // nothing was cleared
      // What is not ours is as open as before.
      ClientCache<Integer, String> own = ignite.getOrCreateCache("own" + user);
      own.put(1, "one");
      assertThat(own.get(1)).isEqualTo("one");
      ignite.destroyCache("own" + user);
    }
  }

  private static String graphCache() {
    try (GraphemberClient all = connect("all")) {
      return all.graphs().get(0).cache();
    }
  }

  private static String resultsCache() {
    try (GraphemberClient all = connect("all")) {
      return all.predictions("blocks", "blocks-sage").publication().cache();
    }
  }

  @Test
  void allKindsOfJobsRun() {
    try (GraphemberClient all = connect("all")) {
      Jobs.run(
          all,
          BlockModelJob.settings("name=inferred", "inference={model: blocks-sage}")
              .withoutSource());
      Jobs.run(all, BlockModelEmbedding.settings("embedding.epochs=1").withoutSource());
      assertThat(all.embeddings("blocks", "blocks-walks").get("paper-00001")).isNotEmpty();
      assertThat(all.cluster().nodes()).isEqualTo(2);
    }
  }

  @Test
  void strangersAndWrongPasswordsAreRefused() {
    for (ClientConfiguration client :
        List.of(configuration("stranger"), configuration("all").setUserPassword("correct Horse"))) {
      assertThatThrownBy(() -> Ignition.startClient(client))
          .hasStackTraceContaining("The user name or password is wrong");
    }
  }

  @Test
  void aMistakeInTheFileIsSaidWhenTheNodeStarts(@TempDir Path own) throws IOException {
    Path file = Files.writeString(own.resolve("wrong.yaml"), "users: {ann: {roles: [boss]}}");
    assertThatThrownBy(
            () ->
                TestCluster.start(
                    1, new GraphemberConfiguration().setSecurityFile(file.toString())))
        .hasStackTraceContaining("users.ann.roles = [boss]: names role boss, but the roles are ");
  }

  /** Without a guard the caches are open; the node says so, and whom it asks. */
  @Test
  void aNodeSaysWhoMayDoWhat(@TempDir Path own) throws IOException {
    final LogLines open = new LogLines("");
    TestCluster.start(1, new GraphemberConfiguration(), ignite -> ignite.setGridLogger(open))
        .close();
    assertThat(open.lines())
        .contains(
            "Graphember: every client may load, train, read and drop everything: securityFile in"
                + " GraphemberConfiguration names who may do what");
    assertThat(open.lines())
        .contains(
            "Graphember: 1 of 1 storage nodes is here; nothing needs a majority of so few: when they"
                + " are cut off from each other all go on");
    assertThat(open.lines())
        .anyMatch(
            line ->
                line.matches(
                    "Graphember .* started \\[backends=\\[djl], memoryBudget=.*,"
                        + " dataRegion=graphember of 512 MiB, in memory.*]"));
    Path file =
        Files.writeString(
            own.resolve("roles.yaml"),
            "roles: {reader: {may: [read-graph]}}\nanonymous: [reader]\n");
    final LogLines roles = new LogLines("");
    try (TestCluster authorized =
            TestCluster.start(
                1,
                new GraphemberConfiguration().setSecurityFile(file.toString()),
                ignite -> ignite.setGridLogger(roles));
        GraphemberClient client = authorized.connect()) {
      assertThat(roles.lines())
          .contains(
              "Graphember: clients of the service may do what their roles permit; our caches are as"
                  + " open as Ignite's own security leaves them");
      assertThat(client.graphs()).isEmpty();
      assertThatThrownBy(() -> client.dropGraph("any"))
          .hasMessageStartingWith("User anonymous may not drop on graph any: ");
    }
  }

  /** Users of Ignite's own authentication have roles too. */
  @Test
  void theAuthorizerKnowsUsersOfIgnite(@TempDir Path own) throws IOException {
    Path file =
        Files.writeString(
            own.resolve("roles.yaml"),
            "users: {ignite: {roles: [reader]}}\nroles: {reader: {may: [read-graph, write-graph]}}\n");
    try (TestCluster authenticated =
        TestCluster.startPersistent(
            2,
            new GraphemberConfiguration().setSecurityFile(file.toString()).setGuardCaches(true),
            ignite -> ignite.setAuthenticationEnabled(true))) {
      ClientConfiguration client =
          GraphemberClient.configuration(authenticated.address(0))
              .setUserName("ignite")
              .setUserPassword("ignite");
      try (GraphemberClient ignite = GraphemberClient.connect(authenticated.address(0), client)) {
        assertThat(ignite.graphs()).isEmpty();
        assertThatThrownBy(() -> ignite.dropGraph("any"))
            .hasMessageStartingWith("User ignite may not drop on graph any: ");
        authenticated.parts(0).states().drain("node-0", "test");
        assertThatThrownBy(() -> ignite.check(text(BlockModelJob.settings("graph.name=any"))))
            .hasMessageContaining("User ignite may not submit");
        Jobs.load(ignite, BlockModelJob.settings("graph.name=own"));
        assertThat(ignite.graphs())
            .singleElement()
            .satisfies(graph -> assertThat(graph.owner()).isEqualTo("ignite"));
      }
    }
  }

  private static RequestClient requests(String user) {
    return new RequestClient(configuration(user));
  }

  /** What a request asks for, its user is asked for; nobody else changes it. */
  @Test
  void requestsAreTheirUsers() {
    final String endless = text(BlockModelJob.settings("name=endless", "training.epochs=1000000"));
    try (RequestClient all = requests("all");
        RequestClient none = requests("none")) {
      none.put("mine", endless);
      JsonNode refused = none.await("mine", "FAILED");
      assertThat(refused.path("error").path("code").asText()).isEqualTo("NOT_PERMITTED");
      assertThat(refused.path("user").asText()).isEqualTo("none");

      all.put("endless", endless);
      all.await("endless", said -> said.path("epoch").asInt() > 0);
      none.put("endless", "cancel");
      assertThat(all.awaitRefusal("endless")).isEqualTo("NOT_PERMITTED");
      none.requests.remove("endless");
      assertThat(all.requests.get("endless")).endsWith(endless);
      assertThat(all.status("endless").path("status").asText()).isEqualTo("RUNNING");
      assertThatThrownBy(() -> none.states.put("endless", "{}"))
          .isInstanceOf(ClientAuthorizationException.class);
      all.put("endless", "cancel");
      assertThat(all.await("endless", "CANCELLED").path("user").asText()).isEqualTo("all");

      all.put(
          "spy",
          """
          name: spy
          source: {type: ignite, keys: string, edges: {cache: graphember.catalog, source: _key, destination: _val}}
          graph: {name: spied}
          job: embed
          """);
      JsonNode spy = all.await("spy", "FAILED");
      assertThat(spy.path("error").path("message").asText())
          .contains("User all may not do CACHE_READ on graphember.catalog");
      try (GraphemberClient client = connect("all")) {
        assertThatThrownBy(
                () ->
                    client.loadTables(
                        TablesRequest.of(
                            "{name: spied}",
                            "{type: ignite, keys: string, edges: {cache: graphember.catalog, source: _key, destination: _val}}"),
                        progress -> {},
                        Cancellation.NEVER))
            .hasMessageContaining("User all may not do CACHE_READ on graphember.catalog");
      }
    }
  }

  /** Tables are read again after the user has left who may read them; others do not end it. */
  @Test
  void whatIsFollowedIsReadInTheNameOfTheNode() {
    final var payments = cluster.node(1).<Long, Long>getOrCreateCache("payments");
    payments.put(1L, 2L);
    try (GraphemberClient all = connect("all")) {
      final TablesRequest request =
          TablesRequest.of(
              "{name: paid, partitions: 2, follow: true, followSeconds: 1}",
              "{type: ignite, edges: {cache: payments, source: _key, destination: _val}}");
      all.loadTables(request, progress -> {}, Cancellation.NEVER);
    }
    payments.put(2L, 3L);
    try (GraphemberClient none = connect("none");
        GraphemberClient reader = connect("only-READ_GRAPH")) {
      Await.until(
          Duration.ofSeconds(60),
          () -> reader.graphs().stream().anyMatch(g -> g.name().equals("paid") && g.edges() == 2));
      assertThat(reader.follows()).extracting(FollowInfo::graph).containsExactly("paid");
      assertThat(none.follows()).isEmpty();
      assertThatThrownBy(() -> reader.endFollow("paid"))
          .hasMessageContaining("User only-READ_GRAPH may not write graph on graph paid");
    }
    try (GraphemberClient writer = connect("only-WRITE_GRAPH")) {
      assertThat(writer.endFollow("paid")).isTrue();
    }
    try (GraphemberClient all = connect("all")) {
      all.dropGraph("paid", true);
    }
  }
}
