// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TaskQueueTest {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  /** Threads that the test runs itself. */
  private final Deque<Runnable> threads = new ArrayDeque<>();

  private final TaskQueue queue = new TaskQueue(threads::add, 1);

  private void add(TaskQueue to, long owner, long batch, long cost) {
    String name = "%d:%d:%d".formatted(owner, batch, cost);
    to.add(owner, batch, cost, () -> log.add(name));
  }

  /** One thread is busy while tasks come, from several threads and in a bad order. */
  @Test
  void realThreadsRunTheEarliestBatchFirstAndItsCheapestTask() throws Exception {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(4, 4, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    try {
      TaskQueue real = new TaskQueue(pool, 1);
      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch all = new CountDownLatch(1);
      real.add(
          7,
          0,
          0,
          () -> {
            busy.countDown();
            await(all);
          });
      await(busy);
      CountDownLatch added = new CountDownLatch(3);
      for (int t = 0; t < 3; t++) {
        int batch = 3 - t;
        pool.execute(
            () -> {
              add(real, 7, batch, 50);
              add(real, 7, batch, 5);
              added.countDown();
            });
      }
      await(added);
      CountDownLatch last = new CountDownLatch(1);
      real.add(7, 9, 0, last::countDown);
      all.countDown();
      await(last);
      assertThat(log).containsExactly("7:1:5", "7:1:50", "7:2:5", "7:2:50", "7:3:5", "7:3:50");
    } finally {
      pool.shutdownNow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** An owner with early batches and many tasks does not keep another one waiting. */
  @Test
  void ownersAreServedAlikeByCost() {
    for (int i = 0; i < 6; i++) {
      add(queue, 1, 0, 9);
    }
    for (int i = 0; i < 3; i++) {
      add(queue, 2, 100, 19);
    }
    threads.poll().run();
    assertThat(log)
        .containsExactly(
            "1:0:9",
            "2:100:19",
            "1:0:9",
            "1:0:9",
            "2:100:19",
            "1:0:9",
            "1:0:9",
            "2:100:19",
            "1:0:9");
  }

  @Test
  void anOwnerThatComesLateDoesNotCatchUp() {
    for (int i = 0; i < 4; i++) {
      add(queue, 1, i, 9);
    }
    queue.add(1, 4, 9, () -> add(queue, 2, 0, 9));
    for (int i = 5; i < 8; i++) {
      add(queue, 1, i, 9);
    }
    add(queue, 2, 1, 9);
    threads.poll().run();
    assertThat(log)
        .containsExactly(
            "1:0:9", "2:1:9", "1:1:9", "1:2:9", "1:3:9", "2:0:9", "1:5:9", "1:6:9", "1:7:9");
  }

  @Test
  void aTaskThatThrowsFreesItsThread() throws InterruptedException {
    queue.add(
        1,
        0,
        0,
        () -> {
          throw new IllegalStateException("broken");
        });
    add(queue, 1, 1, 1);
    assertThatThrownBy(threads.poll()::run).hasMessage("broken");
    add(queue, 1, 2, 1);
    threads.poll().run();
    assertThat(log).containsExactly("1:1:1", "1:2:1");
    assertThat(queue.close(0)).isTrue();
    add(queue, 1, 3, 1);
    assertThat(threads).isEmpty();
  }
}
