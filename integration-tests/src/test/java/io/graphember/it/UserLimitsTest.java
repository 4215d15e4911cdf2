// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.config.SettingsDocument;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of one user stop nobody else; a role sets others than the nodes do. */
class UserLimitsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private static TestCluster cluster;

  @BeforeAll
  static void start() throws IOException, GeneralSecurityException {
    final String hash = UserFile.quickHash();
    StringBuilder text = new StringBuilder("users:\n");
    for (String user : new String[] {"ann", "bob", "tim"}) {
      text.append("  %s: {password: '%s', roles: [%s]}\n".formatted(user, hash, user));
    }
    final String may =
        "may: [read-graph, write-graph, drop, submit, cancel, read-results, read-model]";
    text.append("roles:\n  ann: {%s, limits: {maxMemoryPerUserBytes: 300000}}\n".formatted(may));
    text.append("  bob: {%s, limits: {maxJobsPerUser: 2}}\n".formatted(may));
    text.append("  tim: {%s, limits: {maxJobMillisPerUser: 3000}}\n".formatted(may));
    Path file = Files.writeString(folder.resolve("security.yaml"), text);
    cluster =
        TestCluster.start(
            2,
            new GraphemberConfiguration()
                .setMemoryBudgetBytes(512L << 20)
                .setSecurityFile(file.toString())
                .setGuardCaches(true)
                .setMaxJobsPerUser(1));
    try (GraphemberClient bob = UserFile.connect(cluster, 0, "bob")) {
      Jobs.load(bob, BlockModelJob.settings());
      Jobs.run(bob, BlockModelJob.settings("training.epochs=1"));
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static JobHandle endless(GraphemberClient client, String name) {
    return client.submit(
        SettingsDocument.toJson(
            BlockModelJob.settings("name=" + name, "training.epochs=100000", "queue.waitSeconds=0")
                .withoutSource()));
  }

  private static void end(JobHandle job) {
    job.cancel();
    Await.until(BOUND, () -> job.state().status().ended());
  }

  private static void assertRefused(ThrowingCallable call, String code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageMatching(message);
  }

  private static long taken(String user) {
    long bytes = 0;
    for (int i = 0; i < 2; i++) {
      bytes += cluster.parts(i).users().of(Optional.of(user)).takenBytes();
    }
    return bytes;
  }

  @Test
  void theMemoryOfOneUserDoesNotStopAnother() {
    final String share =
        " needs [0-9.]+ MiB, but only 0\\.[0-9] MiB of user ann's memory on this node of 0\\.3 MiB"
            + " are free; a limit of [0-9.]+ MiB or more would hold it: .*ask the administrator to"
            + " raise maxMemoryPerUserBytes\\.";
    try (GraphemberClient ann = UserFile.connect(cluster, 0, "ann");
        GraphemberClient bob = UserFile.connect(cluster, 1, "bob")) {
      assertRefused(
          () -> Jobs.run(ann, BlockModelJob.settings("name=of-ann")),
          "USER_MEMORY_EXCEEDED",
          "Job [0-9]+ on graph blocks" + share);
      JobHandle running = endless(bob, "of-bob");
      Await.until(BOUND, () -> !running.state().epochs().isEmpty());
      assertThat(taken("bob")).isPositive();
      assertThat(taken("ann")).isZero();
      end(running);
      Await.until(BOUND, () -> taken("bob") == 0);
      assertRefused(
          () -> Jobs.load(ann, BlockModelJob.settings("graph.name=large")),
          "USER_MEMORY_EXCEEDED",
          "(?s).*user ann's memory on this node of 0\\.3 MiB.*");
      Jobs.load(bob, BlockModelJob.settings("graph.name=of-bob"));
      Await.until(BOUND, () -> taken("bob") == 0 && taken("ann") == 0);
    }
  }

  @Test
  void aRoleSetsOtherLimitsThanTheNodes() {
    try (GraphemberClient bob = UserFile.connect(cluster, 0, "bob");
        GraphemberClient bobElsewhere = UserFile.connect(cluster, 1, "bob");
        GraphemberClient tim = UserFile.connect(cluster, 1, "tim")) {
      JobHandle first = endless(bob, "first");
      JobHandle second = endless(bobElsewhere, "second");
      assertRefused(
          () -> endless(bob, "third"),
          "USER_BUSY",
          "User bob runs 2 of at most 2 jobs in the cluster: wait until one ends, or ask the"
              + " administrator to raise maxJobsPerUser\\.");
      JobHandle ofTim = endless(tim, "of-tim");
      assertRefused(
          () -> endless(tim, "another"),
          "USER_BUSY",
          "User tim runs 1 of at most 1 jobs in the cluster: .*");
      assertRefused(
          () -> ofTim.await(state -> {}, () -> false),
          "JOB_TIME_EXCEEDED",
          "Job [0-9]+ was stopped after 3000 ms, maxJobMillisPerUser of user tim: give it less to"
              + " do, or ask the administrator to raise that\\.");
      assertThat(first.state().status().ended()).isFalse(); // of another user
      end(first);
      end(second);
      end(endless(bob, "third"));
    }
  }
}
