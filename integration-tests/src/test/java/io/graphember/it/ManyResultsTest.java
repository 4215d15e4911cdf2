// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.ResultInfo;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.training.job.JobSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many jobs of distinct names, of which the results of ten stay: a node's memory does not grow. */
class ManyResultsTest {
  private static final int KEPT = 10;
  private static final int FIRST = 20;

  /** What a job's state and result take in the region: those of the latest 1,000 are kept. */
  private static final long STATE_BYTES = 5_000;

  /** What is made as it is needed, by Ignite and Java: less than a hundredth of a cache a job. */
  private static final long WARM_HEAP_BYTES = 8L << 20;

  /** Code that is compiled when it has run often, and the memory of the compilers' own threads. */
  private static final long WARM_NATIVE_BYTES = 96L << 20;

  @Test
  void fortyJobs(@TempDir Path folder) throws IOException {
    assertFlat(40, folder);
  }

  @Test
  @Tag("long")
  void aThousandJobs(@TempDir Path folder) throws IOException {
    assertFlat(1000, folder);
  }

  private static void assertFlat(int jobs, Path folder) throws IOException {
    try (ServerProcess server = ServerProcess.start(1, folder, 256L << 20).get(0);
        GraphemberClient client = GraphemberClient.connect(server.address());
        IgniteClient ignite =
            Ignition.startClient(GraphemberClient.configuration(server.address()))) {
      Jobs.load(
          client,
          BlockModelJob.settings("source.vertices=200", "graph.retention={results: " + KEPT + "}"));
      run(client, 1, FIRST);
      final ServerProcess.Usage before = server.measure();
      run(client, FIRST + 1, jobs);
      final ServerProcess.Usage after = server.measure();
      final String figures = "before %s, after %s".formatted(before, after);
      final long states = (jobs - FIRST) * STATE_BYTES;
      assertThat(after.regionBytes())
          .as(figures)
          .isLessThan(before.regionBytes() + before.regionBytes() / 20 + states);
      assertThat(after.heapBytes())
          .as(figures)
          .isLessThan(before.heapBytes() + before.heapBytes() / 20 + WARM_HEAP_BYTES);
      assertThat(after.nativeBytes())
          .as(figures)
          .isLessThan(before.nativeBytes() + before.nativeBytes() / 20 + WARM_NATIVE_BYTES);
      assertThat(ignite.cacheNames()).hasSize(CacheNames.PERMANENT.size() + 1 + 2 * KEPT);
      assertThat(ignite.cache(CacheNames.MODELS).size()).isEqualTo(KEPT);
      assertThat(ignite.cache(CacheNames.CATALOG).size()).isLessThan(10 * KEPT);
    }
  }

  private static void run(GraphemberClient client, int first, int last) {
    for (int i = first; i <= last; i++) {
      Jobs.run(client, job(i));
    }
    settled(client, last);
  }

  private static JobSettings job(int number) {
    return BlockModelJob.settings(
        "name=job" + number,
        "model.hidden=4",
        "training.epochs=1",
        "training.batchSize=100",
        "publish.embeddings=true");
  }

  /** The newest are there, and nothing else: a job is done a moment before it is swept. */
  private static void settled(GraphemberClient client, int last) {
    List<String> newest =
        IntStream.rangeClosed(last - KEPT + 1, last).mapToObj(i -> "job" + i).sorted().toList();
    Await.until(
        Duration.ofSeconds(30),
        () -> client.results("blocks").stream().map(ResultInfo::job).toList().equals(newest));
  }
}
