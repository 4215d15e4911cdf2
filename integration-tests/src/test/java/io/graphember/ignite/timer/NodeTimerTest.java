// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.timer;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.it.Await;
import io.graphember.it.TestCluster;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The timer of a real node: work is refused once, and fails once. */
class NodeTimerTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  @Test
  void workIsDoneAgainWhateverBecomesOfItUntilItSaysThatItIsDone() {
    try (TestCluster cluster = TestCluster.startWithoutPlugin()) {
      AtomicInteger asked = new AtomicInteger();
      AtomicInteger done = new AtomicInteger();
      NodeTimer timer =
          new NodeTimer(
              cluster.node(0),
              work -> {
                if (asked.incrementAndGet() == 2) {
                  throw new RejectedExecutionException("all threads are busy");
                }
                work.run();
              });
      timer.every(
          1,
          () -> {
            if (done.incrementAndGet() == 1) {
              throw new IllegalStateException("the topology changes");
            }
            return done.get() < 4;
          });
      Await.until(BOUND, () -> done.get() == 4);
      assertThat(asked.get()).isEqualTo(5);
    }
  }
}
