// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients that load, train, look up, cancel and drop at random on nodes with small regions,
 * which Ignite halts when one overflows. What fits gives the result that it always gives; what does
 * not is refused with its figure; in the end nothing is left.
 */
class ManyClientsTest {

  /** Regions and graphs of the short form are half as large. */
  private static final int SHORT_MEBIBYTES = 128;

  private static final int LONG_MEBIBYTES = 256;
  private static final int NODES = 3;
  private static final int SHAPES = 4;

  /** After so many a node has taken what it takes and keeps: they differ in size. */
  private static final long FIRST_JOBS = 12;

  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** What a node keeps of each of the latest 1,000 jobs. */
  private static final long RECORD_BYTES = 5_000;

  /** What every run of the same job gives, by its settings. */
  private final Map<String, String> results = new ConcurrentHashMap<>();

  private int regionMebibytes;
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong jobs = new AtomicLong();

  /** Some of a client's work, drawn from its own seed. */
  private final class Guest {
    private final int number;
    private long draws;
    private final GraphemberClient client;
    private int shape = -1; // of the graph that is there; -1 for none

    Guest(int number, GraphemberClient client) {
      this.number = number;
      this.client = client;
    }

    private int draw(int bound) {
      return (int) Math.floorMod(CounterRandom.bits(number, draws++), (long) bound);
    }

    private String graph() {
      return "graph" + number;
    }

    /** Settings of a job on a graph of one of a few shapes. */
    private JobSettings job(int ofShape, String... more) {
      List<String> assignments =
          new ArrayList<>(
              List.of(
                  "graph.name=" + graph(),
                  "source.vertices=" + 500 * (1 + ofShape),
                  "source.words=" + regionMebibytes * (1 + ofShape * ofShape) * 4 / 5,
                  BlockModelJob.DENSE,
                  "training.epochs=1",
                  "training.batchSize=256",
                  "training.fanouts=[2, 2]", // rows are long
                  "training.evaluationFanouts=[2, 2]",
                  "model.hidden=8"));
      assignments.addAll(List.of(more));
      return BlockModelJob.settings(assignments.toArray(String[]::new));
    }

    void step() {
      try {
        switch (shape < 0 ? 0 : draw(6)) {
          case 0 -> load();
          case 1 -> train();
          case 2 -> look();
          case 3 -> cancel();
          case 4 -> client.graphs();
          default -> drop();
        }
        done.incrementAndGet();
      } catch (GraphemberException e) {
        requireFigure(e);
        refused.incrementAndGet();
      }
    }

    private void load() {
      final int next = draw(SHAPES);
      Jobs.load(client, job(next), Duration.ofSeconds(draw(3)), progress -> {});
      shape = next;
    }

    private void train() {
      final int seed = draw(2);
      jobs.incrementAndGet();
      JobResult result = Jobs.run(client, job(shape, "seed=" + seed));
      final String figures =
          result.epochs().get(0).loss()
              + " "
              + result.test().accuracy()
              + " "
              + result.publications().keySet();
      assertThat(figures).isEqualTo(results.computeIfAbsent(shape + "/" + seed, key -> figures));
    }

    private void look() {
      client.results(graph()).stream()
          .filter(result -> !result.tables().isEmpty())
          .forEach(
              result ->
                  assertThat(client.predictions(graph(), result.job()).get("paper-00001").label())
                      .isNotNull());
    }

    private void cancel() {
      jobs.incrementAndGet();
      JobHandle job =
          client.submit(
              SettingsDocument.toJson(
                  job(shape, "name=endless", "training.epochs=100000").withoutSource()));
      job.cancel();
      try {
        job.await(state -> {}, Cancellation.NEVER);
        throw new AssertionError("an endless job has ended");
      } catch (GraphemberException e) {
        if (e.category() != ErrorCategory.CANCELLED) {
          throw e;
        }
      }
    }

    void drop() {
      client.dropGraph(graph(), true);
      shape = -1;
    }
  }

  /** A refusal for lack of room says how much there is. */
  private static void requireFigure(GraphemberException refusal) {
    assertThat(refusal.category()).as(refusal.getMessage()).isEqualTo(ErrorCategory.RESOURCE);
    assertThat(refusal.getMessage())
        .containsPattern("[0-9]+(\\.[0-9])? (MiB|of at most|tasks|loads)");
  }

  @SuppressWarnings("checkstyle:regexpsinglelinejava") // each client has a thread
  private void work(List<Guest> guests, Duration time) {
    final long begun = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(guests.size());
    try {
      List<CompletableFuture<Void>> all =
          guests.stream()
              .map(
                  guest ->
                      CompletableFuture.runAsync(
                          () -> {
                            while (goesOn(System.nanoTime() - begun, time)) {
                              guest.step();
                            }
                            guest.drop();
                          },
                          threads))
              .toList();
      all.forEach(CompletableFuture::join);
    } finally {
      threads.shutdown();
    }
  }

  /** For so long, and on a machine under load until there is something to compare with. */
  private boolean goesOn(long nanos, Duration time) {
    return nanos < time.toNanos() || jobs.get() < FIRST_JOBS && nanos < LONGEST.toNanos();
  }

  /** Works for some windows of time, and compares the usage after the last with the first's. */
  private void run(
      int clients, int mebibytes, List<Duration> windows, double tolerance, Path folder)
      throws IOException {
    regionMebibytes = mebibytes;
    List<ServerProcess> servers = ServerProcess.start(NODES, folder, (long) mebibytes << 20);
    List<Guest> guests = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        guests.add(new Guest(i, connect(servers.get(i % NODES).address())));
      }
      loadEngines(guests.get(0).client);
      List<Measured> measured = new ArrayList<>();
      for (Duration window : windows) {
        work(guests, window);
        awaitNothing(servers);
        measured.add(measureNow(servers));
      }
      assertThat(done.get()).isPositive();
      requireFlat(measured, 1 + tolerance, servers);
    } finally {
      guests.forEach(guest -> guest.client.close());
      ServerProcess.closeAll(servers);
    }
  }

  /** What was done until a moment, and what each node takes then. */
  private record Measured(long done, long refused, long jobs, List<ServerProcess.Usage> nodes) {}

  private Measured measureNow(List<ServerProcess> servers) throws IOException {
    return new Measured(done.get(), refused.get(), jobs.get(), measure(servers));
  }

  /**
   * A node under load stops a cache long after the cluster has forgotten it: what is kept is what
   * is still there after a while.
   */
  private void requireFlat(List<Measured> measured, double share, List<ServerProcess> servers)
      throws IOException {
    final long begun = System.nanoTime();
    final int last = measured.size() - 1;
    while (!isFlat(measured.get(0), measured.get(last), share)) {
      assertThat(System.nanoTime() - begun)
          .as(() -> measured.stream().map(Measured::toString).collect(Collectors.joining("\n")))
          .isLessThan(LONGEST.toNanos());
      measured.set(last, measureNow(servers));
    }
  }

  private static boolean isFlat(Measured first, Measured last, double share) {
    final long records = last.jobs() * RECORD_BYTES;
    return IntStream.range(0, NODES)
        .allMatch(
            node -> {
              final ServerProcess.Usage before = first.nodes().get(node);
              final ServerProcess.Usage after = last.nodes().get(node);
              return after.heapBytes() < before.heapBytes() * share
                  && after.nativeBytes() < before.nativeBytes() * share
                  && after.regionBytes() < before.regionBytes() * share + records;
            });
  }

  /**
   * Nodes of one machine make caches one after another: who waits behind a hundred others waits.
   */
  private static GraphemberClient connect(String address) {
    return GraphemberClient.connect(
        address,
        GraphemberClient.configuration(address)
            .setTimeout(Math.toIntExact(Duration.ofMinutes(5).toMillis())));
  }

  /** A trainer on each node: an engine stays in the memory of a process that has loaded it. */
  private static void loadEngines(GraphemberClient client) {
    final JobSettings job =
        BlockModelJob.settings(
            "graph.name=first", "training.epochs=1", "training.trainers=" + NODES);
    Jobs.load(client, job);
    Jobs.run(client, job);
    client.dropGraph("first", true);
  }

  /** What was dropped is destroyed in the background. */
  private static void awaitNothing(List<ServerProcess> servers) {
    try (IgniteClient ignite =
        Ignition.startClient(GraphemberClient.configuration(servers.get(0).address()))) {
      Await.until(
          Duration.ofMinutes(2),
          () -> Set.copyOf(ignite.cacheNames()).equals(CacheNames.PERMANENT));
    }
  }

  private static List<ServerProcess.Usage> measure(List<ServerProcess> servers) throws IOException {
    List<ServerProcess.Usage> usages = new ArrayList<>();
    for (ServerProcess server : servers) {
      server.requireAlive();
      usages.add(server.measure());
    }
    return usages;
  }

  @Test
  void fourClientsForSeconds(@TempDir Path folder) throws IOException {
    run(4, SHORT_MEBIBYTES, List.of(Duration.ofSeconds(5), Duration.ofSeconds(5)), 0.3, folder);
  }

  @Test
  @Tag("long")
  void aHundredClientsForTenMinutes(@TempDir Path folder) throws IOException {
    run(100, LONG_MEBIBYTES, Collections.nCopies(10, Duration.ofMinutes(1)), 0.05, folder);
  }
}
