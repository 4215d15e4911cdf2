// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.PublicationKind;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.query.ScanQuery;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What version 0.1.0 has stored is read by every version from then on, as the page on formats
 * promises; and what the present version stores is what 0.1.0 can read, as long as its formats have
 * the same versions.
 */
class StoredFilesTest {
  private static final Path KEPT = KeptFiles.STORED;

  /** Kinds of results that came after what is kept. */
  private static final List<PublicationKind<?>> SINCE =
      List.of(PublicationKind.COMPLETIONS, PublicationKind.RELATIONS);

  private static final long MOST_BYTES = 200 << 10;
  private static final float CLOSE = 1e-4f;
  private static final double CLOSE_LOSS = 1e-4;

  @TempDir private Path folder;

  @Test
  void whatIsKeptIsSmall() throws IOException {
    if (KeptFiles.writing()) {
      try (TestCluster cluster = TestCluster.start(1);
          GraphemberClient client = cluster.connect()) {
        StoredJobs.load(client, folder);
        StoredJobs.run(client, folder);
        StoredCluster.write(cluster.node(0), KEPT);
      }
    }
    try (Stream<Path> files = Files.list(KEPT)) {
      for (Path file : files.toList()) {
        assertThat(Files.size(file)).as(file.toString()).isLessThan(MOST_BYTES);
      }
    }
  }

  @Test
  void whatWasStoredIsRead() throws IOException {
    try (TestCluster cluster = TestCluster.start(1)) {
      StoredCluster.restore(cluster, KEPT);
      try (GraphemberClient client = cluster.connect()) {
        assertPublications(cluster, client);
        assertNoReport(cluster, client);
        assertModel(client);
        assertSamples(client);
        assertCheckpoints(client);
      }
    }
  }

  /** Clients read each entry by its key. */
  private void assertPublications(TestCluster cluster, GraphemberClient client) throws IOException {
    final Set<String> kinds = new TreeSet<>();
    for (var line : StoredCluster.catalog(KEPT).entrySet()) {
      if (line.getKey().startsWith("publication/")) {
        final JsonNode publications = new ObjectMapper().readTree(line.getValue());
        for (JsonNode publication : publications) {
          final String kind = publication.get("kind").asText();
          final String cache = publication.get("cache").asText();
          for (PublicationKind<?> known : PublicationKind.of(kind).stream().toList()) {
            kinds.add(kind);
            assertSame(cluster, known, cache);
          }
        }
      }
    }
    assertThat(kinds)
        .containsAll(
            PublicationKind.ALL.stream()
                .filter(kind -> !SINCE.contains(kind))
                .map(PublicationKind::name)
                .toList());
    assertThat(client.results(StoredJobs.PAPERS)).isNotEmpty();
    assertThat(client.predictions(StoredJobs.PAPERS, "groups").get("a3").label()).matches("g[0-2]");
  }

  private static void assertSame(TestCluster cluster, PublicationKind<?> kind, String cache)
      throws IOException {
    int entries = 0;
    for (Object[] entry : StoredCluster.entries(cluster.node(0), KEPT, cache)) {
      final Object key = entry[0] instanceof BinaryObject o ? o.deserialize() : entry[0];
      final Object found = cluster.node(0).cache(cache).get(key);
      assertThat(found).isInstanceOf(kind.stored());
      assertThat(kind.read(found)).isNotNull();
      if (entry[1] instanceof BinaryObject object) {
        assertThat(found).isEqualTo(object.deserialize());
        final BinaryObject now =
            cluster.node(0).cache(cache).<Object, BinaryObject>withKeepBinary().get(key);
        for (String field : object.type().fieldNames()) {
          final Object before = object.field(field);
          final Object after = now.field(field);
          assertThat(after).isEqualTo(before);
        }
      } else {
        assertThat(found).isEqualTo(entry[1]);
      }
      entries++;
    }
    assertThat(entries).isPositive();
  }

  /** A report tells the settings, which 0.1.0 did not keep. */
  private void assertNoReport(TestCluster cluster, GraphemberClient client) {
    final long job = done(client, "groups").number();
    final Path report = folder.resolve("report.html");
    final CommandRun run =
        CommandRun.of("report", "" + job, "-o", report.toString(), "--connect", cluster.address(0));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualToNormalizingNewlines(
            "error REPORT_INCOMPLETE: Job %d was done by Graphember 0.1, which did not keep the settings that a report needs: run it again for one.\n"
                .formatted(job));
    assertThat(report).doesNotExist();
  }

  /** The model with its learned rows predicts what it predicted. */
  private void assertModel(GraphemberClient client) {
    final Map<Object, float[]> before = new HashMap<>();
    client
        .predictions(StoredJobs.PAPERS, "groups")
        .forEach((key, value) -> before.put(key, value.probabilities()));
    assertThat(before).hasSize(24);
    Jobs.run(
        client, StoredJobs.groups(folder, "name=again", "training.epochs=0", "model.from=groups"));
    client
        .predictions(StoredJobs.PAPERS, "again")
        .forEach(
            (key, value) ->
                assertThat(value.probabilities()).containsExactly(before.get(key), within(CLOSE)));
  }

  /** The same job draws the same neighbours: its losses are those that it had. */
  private void assertSamples(GraphemberClient client) {
    final JobResult before = done(client, "groups").result();
    final JobResult now = Jobs.run(client, StoredJobs.groups(folder, "name=anew"));
    assertThat(losses(now)).hasSize(3);
    assertClose(losses(now), losses(before));
    assertThat(now.graph()).isEqualTo(before.graph());
    assertThat(now.nodes().stream().mapToLong(node -> node.sampledEdges()).sum())
        .isEqualTo(before.nodes().stream().mapToLong(node -> node.sampledEdges()).sum());
  }

  private static JobHandle done(GraphemberClient client, String name) {
    for (long job = 1; ; job++) {
      final JobState state = client.job(job).state();
      if (state.name().equals(name) && state.status() == JobState.Status.DONE) {
        return client.job(job);
      }
    }
  }

  private static double[] losses(JobResult result) {
    return result.epochs().stream().mapToDouble(EpochInfo::loss).toArray();
  }

  private static void assertClose(double[] now, double[] before) {
    assertThat(now).hasSameSizeAs(before);
    for (int i = 0; i < now.length; i++) {
      assertThat(now[i]).isCloseTo(before[i], within(CLOSE_LOSS));
    }
  }

  /** Jobs go on from them: the epochs that were done are not done again. */
  private void assertCheckpoints(GraphemberClient client) {
    final List<CheckpointInfo> kept = client.checkpoints();
    assertThat(kept)
        .extracting(CheckpointInfo::job)
        .containsExactlyInAnyOrder(StoredJobs.CUT_MODEL, StoredJobs.CUT_WALKS);
    for (CheckpointInfo checkpoint : kept) {
      final boolean model = checkpoint.job().equals(StoredJobs.CUT_MODEL);
      final List<EpochInfo> before = client.job(checkpoint.id()).state().epochs();
      final int epochs = before.size() + 2;
      final JobHandle handle =
          client.resume(
              checkpoint.id(), List.of((model ? "training" : "embedding") + ".epochs=" + epochs));
      final JobResult result = handle.await(state -> {}, Cancellation.NEVER);
      assertThat(result.origin()).isEqualTo(checkpoint.id());
      assertThat(result.epochs()).hasSize(epochs);
      final double[] losses = losses(result);
      // The step size depends on the number of epochs, so that what comes after it is other.
      for (int i = 0; i < before.size() - 2; i++) {
        assertThat(losses[i]).isCloseTo(before.get(i).loss(), within(CLOSE_LOSS));
      }
    }
  }

  @Test
  void formatsStayWhatTheyAre() throws IOException, URISyntaxException {
    try (KeptCut.Registration registered = KeptCut.register();
        TestCluster cluster = TestCluster.start(1);
        GraphemberClient client = cluster.connect()) {
      assertThat(registered.file()).exists();
      StoredJobs.load(client, folder, "graph.partitioner=" + KeptCut.NAME);
      assertSameBlocks(cluster);
      StoredJobs.run(client, folder);
      assertFields(
          fields(StoredCluster.catalog(KEPT)), fields(StoredCluster.catalog(cluster.node(0))));
      assertSameObjects(cluster);
      assertSameVersions(cluster);
    }
  }

  private static String changed(String what) {
    return what
        + " is not what version 0.1.0 wrote: give its format another version that readers tell from"
        + " this one, keep the reader of this one, and write what is kept of the new one";
  }

  private static void assertSameBlocks(TestCluster cluster) throws IOException {
    for (String cache : StoredCluster.names(KEPT)) {
      if (cache.startsWith("graphember.graph.")) {
        final List<Object[]> kept = StoredCluster.entries(cluster.node(0), KEPT, cache);
        final Map<Object, byte[]> now = new HashMap<>();
        cluster
            .node(0)
            .<Object, byte[]>cache(cache)
            .forEach(e -> now.put(e.getKey(), e.getValue()));
        assertThat(now).as(changed(cache)).hasSameSizeAs(kept);
        for (Object[] block : kept) {
          assertThat(now.get(block[0])).as(changed(cache)).isEqualTo(block[1]);
        }
      }
    }
  }

  /** Names of all fields of JSON texts, by what the texts are. */
  private static Set<String> fields(Map<String, String> texts) throws IOException {
    final Set<String> fields = new TreeSet<>();
    for (var text : texts.entrySet()) {
      final int end = text.getKey().indexOf('/');
      if (text.getValue().matches("(?s)[\\[{].*")) {
        final String kind = end < 0 ? text.getKey() : text.getKey().substring(0, end);
        collect(new ObjectMapper().readTree(text.getValue()), kind, fields);
      }
    }
    return fields;
  }

  private static void collect(JsonNode node, String path, Set<String> fields) {
    fields.add(path);
    node.fields().forEachRemaining(f -> collect(f.getValue(), path + "." + f.getKey(), fields));
    if (node.isArray()) {
      node.forEach(element -> collect(element, path + "[]", fields));
    }
  }

  /** Fields may come, and none may go or be called otherwise. */
  private static void assertFields(Set<String> kept, Set<String> now) {
    assertThat(kept).hasSizeGreaterThan(50);
    assertThat(now).as(changed("The catalog")).containsAll(kept);
  }

  /** Objects have the fields that they had, in their order where they are keys. */
  private static void assertSameObjects(TestCluster cluster) throws IOException {
    for (String cache : StoredCluster.names(KEPT)) {
      final List<Object[]> kept = StoredCluster.entries(cluster.node(0), KEPT, cache);
      if (cluster.node(0).cacheNames().contains(cache) && !kept.isEmpty()) {
        final Map<String, String> types = new HashMap<>();
        StoredCluster.sorted(cluster.node(0), cache)
            .values()
            .forEach(
                entry -> {
                  Arrays.stream(entry).forEach(part -> types.putAll(types(part)));
                });
        for (Object part : kept.get(0)) {
          assertThat(types).as(changed(cache)).containsAllEntriesOf(types(part));
        }
      }
    }
    final List<Object[]> jobs = StoredCluster.entries(cluster.node(0), KEPT, CacheNames.JOBS);
    final Map<String, String> kept = new HashMap<>();
    jobs.forEach(entry -> kept.put((String) entry[0], String.valueOf(entry[1])));
    final Map<String, String> now = new HashMap<>();
    cluster.node(0).cache(CacheNames.JOBS).query(new ScanQuery<>()).getAll().stream()
        .forEach(entry -> now.put((String) entry.getKey(), String.valueOf(entry.getValue())));
    assertFields(fields(kept), fields(now));
  }

  private static Map<String, String> types(Object part) {
    return part instanceof BinaryObject object ? StoredValue.types(object) : Map.of();
  }

  /** Blocks of tables and checkpoints, whose numbers depend on the machine, begin alike. */
  private static void assertSameVersions(TestCluster cluster) throws IOException {
    final Set<String> kept = new TreeSet<>();
    final Set<String> now = new TreeSet<>();
    for (String cache : StoredCluster.names(KEPT)) {
      for (Object[] entry : StoredCluster.entries(cluster.node(0), KEPT, cache)) {
        head(cache, entry, kept);
      }
    }
    for (String cache : cluster.node(0).cacheNames()) {
      if (cache.split("\\.").length == 5) {
        StoredCluster.sorted(cluster.node(0), cache).values().forEach(e -> head(cache, e, now));
      }
    }
    assertThat(kept).isNotEmpty();
    assertThat(now).as(changed("A block")).containsAll(kept);
  }

  private static void head(String cache, Object[] entry, Set<String> heads) {
    if (entry[1] instanceof byte[] block && block.length >= 8 && cache.split("\\.").length == 5) {
      heads.add(cache.split("\\.")[1] + " %x".formatted(ByteBuffer.wrap(block).getLong()));
    }
  }

  @Test
  void whatALaterVersionHasStoredIsRefused() throws IOException {
    try (TestCluster cluster = TestCluster.start(1)) {
      StoredCluster.restore(cluster, KEPT);
      final var models =
          cluster.node(0).cache(CacheNames.MODELS).<String, BinaryObject>withKeepBinary();
      models.forEach(
          entry ->
              models.put(
                  entry.getKey(), entry.getValue().toBuilder().setField("format", 2).build()));
      try (GraphemberClient client = cluster.connect()) {
        assertRefused(
            () ->
                Jobs.run(
                    client,
                    StoredJobs.groups(
                        folder, "name=again", "training.epochs=0", "model.from=groups")),
            "The model rgcn cannot be read: it has version 2 of its format and this node reads version 1; start the nodes with the version of Graphember that wrote it or a later one.");
      }
      cluster
          .node(0)
          .cache(CacheNames.CATALOG)
          .put("format", "{\"version\":3,\"graphember\":\"0.3.0\",\"more\":{}}");
      cluster.addNode();
      final Set<String> caches = Set.copyOf(cluster.node(1).cacheNames());
      try (GraphemberClient client = GraphemberClient.connect(cluster.address(1))) {
        final String message =
            "The catalog of the cluster was written by Graphember 0.3.0, this node has %s: it has version 3 of its format and this node reads version 2; start the nodes with the version of Graphember that wrote it or a later one."
                .formatted(client.cluster().version());
        assertRefused(client::graphs, message);
        assertRefused(() -> client.dropGraph(StoredJobs.PAPERS), message);
        assertRefused(client::findings, message);
      }
      assertThat(Set.copyOf(cluster.node(1).cacheNames())).isEqualTo(caches);
    }
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(NodeError.FORMAT_UNKNOWN)).isTrue())
        .hasMessage(message);
  }
}
