// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.memory.MemoryBudget.Reservation;
import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private static final long MIB = 1 << 20;
  private final MemoryBudget budget = new MemoryBudget(10 * MIB);

  @Test
  void whatIsTakenIsGivenBackOnce() {
    Reservation first = budget.take(3 * MIB, "Graph a");
    Reservation second = budget.take(0, "Graph b");
    second.grow(2 * MIB);
    second.grow(MIB);
    assertThat(budget.takenBytes()).isEqualTo(6 * MIB);
    assertThat(second.bytes()).isEqualTo(3 * MIB);
    first.close();
    first.close();
    assertThat(budget.takenBytes()).isEqualTo(3 * MIB);
    second.close();
    assertThat(budget.takenBytes()).isZero();
    assertThat(budget.limitBytes()).isEqualTo(10 * MIB);
  }

  @Test
  void aReservationShrinks() {
    MemoryBudget budget = new MemoryBudget(100);
    try (MemoryBudget.Reservation held = budget.take(80, "a")) {
      held.shrinkTo(90);
      assertThat(budget.takenBytes()).isEqualTo(80);
      held.shrinkTo(30);
      assertThat(budget.takenBytes()).isEqualTo(30);
      assertThat(held.bytes()).isEqualTo(30);
      held.close();
      held.shrinkTo(0);
      assertThat(budget.takenBytes()).isZero();
    }
    assertThat(budget.takenBytes()).isZero();
    assertThat(budget.peakBytes()).isEqualTo(80);
  }

  @Test
  void aRefusalHasTheFiguresAndTakesNothing() {
    Reservation held = budget.take(8 * MIB + MIB / 2, "Graph a");
    assertThatThrownBy(() -> budget.take(2 * MIB, "The slabs of graph b"))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> {
              assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue();
              assertThat(e.category()).isEqualTo(ErrorCategory.RESOURCE);
            })
        .hasMessage(
            "The slabs of graph b needs 2.0 MiB, but only 1.5 MiB of this node's memory budget of"
                + " 10.0 MiB are free; a limit of 10.5 MiB or more would hold it: wait for other jobs and loads,"
                + " or raise memoryBudgetBytes in GraphemberConfiguration, or the heap (-Xmx), half"
                + " of which it is by default.");
    held.close();
    assertThatThrownBy(() -> budget.take(373 * MIB + MIB / 4 + 1, "Loading graph b"))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue())
        .hasMessage(
            "Loading graph b needs 373.3 MiB, but only 10.0 MiB of this node's memory budget of"
                + " 10.0 MiB are free; a limit of 373.3 MiB or more would hold it: raise memoryBudgetBytes in"
                + " GraphemberConfiguration, or the heap (-Xmx), half of which it is by default.");
  }

  @Test
  void aReservationThatIsRefusedMoreKeepsWhatItHas() {
    Reservation held = budget.take(8 * MIB + MIB / 2, "Graph a");
    assertThatThrownBy(() -> held.grow(Long.MAX_VALUE)).isInstanceOf(GraphemberException.class);
    assertThat(budget.takenBytes()).isEqualTo(8 * MIB + MIB / 2);
    assertThat(held.bytes()).isEqualTo(8 * MIB + MIB / 2);
  }

  @Test
  void theLastByteMayBeTaken() {
    try (Reservation all = budget.take(10 * MIB, "Graph a")) {
      assertThat(all.bytes()).isEqualTo(budget.limitBytes());
      assertThatThrownBy(() -> all.grow(1)).isInstanceOf(GraphemberException.class);
    }
    assertThat(budget.takenBytes()).isZero();
  }

  /** All budgets or none: what one refuses is not taken of the other. */
  @Test
  void aPartIsTakenOfWhatItIsWithin() {
    MemoryBudget node = new MemoryBudget(10 * MIB);
    long[] limit = {4 * MIB};
    MemoryBudget user = new MemoryBudget(MemoryKind.USER, "user ann's memory", () -> limit[0]);
    MemoryBudget part = node.within(user);
    Reservation held = part.take(3 * MIB, "Graph a");
    assertThat(node.takenBytes()).isEqualTo(3 * MIB);
    assertThat(user.takenBytes()).isEqualTo(3 * MIB);
    assertThat(part.limitBytes()).isEqualTo(10 * MIB);
    assertThatThrownBy(() -> held.grow(2 * MIB))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(MemoryError.USER_MEMORY_EXCEEDED)).isTrue())
        .hasMessage(
            "Graph a needs 2.0 MiB, but only 1.0 MiB of user ann's memory of 4.0 MiB are free; a"
                + " limit of 5.0 MiB or more would hold it: ask the administrator"
                + " to raise maxMemoryPerUserBytes.");
    assertThat(node.takenBytes()).isEqualTo(3 * MIB);
    limit[0] = 20 * MIB;
    held.grow(2 * MIB);
    assertThatThrownBy(() -> held.grow(6 * MIB)).hasMessageContaining("this node's memory budget");
    assertThat(user.takenBytes()).isEqualTo(5 * MIB);
    held.shrinkTo(MIB);
    assertThat(user.takenBytes()).isEqualTo(MIB);
    held.close();
    assertThat(node.takenBytes()).isZero();
    assertThat(user.takenBytes()).isZero();
    assertThat(user.peakBytes()).isEqualTo(5 * MIB);
  }

  @Test
  void misuseIsRefused() {
    assertThatThrownBy(() -> new MemoryBudget(0)).hasMessage("limitBytes must be positive, was 0");
    assertThatThrownBy(() -> budget.take(-1, "Graph a")).hasMessage("cannot take -1 bytes");
    Reservation closed = budget.take(MIB, "Graph a");
    closed.close();
    assertThatThrownBy(() -> closed.grow(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Graph a has given its memory back");
    assertThat(budget.takenBytes()).isZero();
  }

  /** A refused request must not make a small one fail that is made at the same time. */
  @Test
  void aRefusedRequestIsNeverSeenByAnother() throws Exception {
    final int rounds = 20_000;
    ForkJoinPool pool = new ForkJoinPool(2);
    try {
      CyclicBarrier start = new CyclicBarrier(2);
      List<Future<Integer>> refused = new ArrayList<>();
      for (long bytes : new long[] {MIB, 11 * MIB}) {
        refused.add(
            pool.submit(
                () -> {
                  start.await(10, TimeUnit.SECONDS);
                  int refusals = 0;
                  for (int i = 0; i < rounds; i++) {
                    refusals += refused(bytes) ? 1 : 0;
                  }
                  return refusals;
                }));
      }
      assertThat(refused.get(0).get(30, TimeUnit.SECONDS)).isZero();
      assertThat(refused.get(1).get(30, TimeUnit.SECONDS)).isEqualTo(rounds);
    } finally {
      pool.shutdownNow();
    }
    assertThat(budget.takenBytes()).isZero();
  }

  private boolean refused(long bytes) {
    try (Reservation taken = budget.take(bytes, "Graph a")) {
      return taken.bytes() != bytes;
    } catch (GraphemberException e) {
      return true;
    }
  }

  /** Work that fills a budget by itself waits for nobody. */
  @Test
  void whatTheSameWorkHasTakenIsNotThatOfOthers() {
    MemoryBudget own = new MemoryBudget(MemoryKind.HEAP, "job 1", () -> Long.MAX_VALUE);
    MemoryBudget other = new MemoryBudget(MemoryKind.HEAP, "job 2", () -> Long.MAX_VALUE);
    Reservation first = budget.of(own).take(6 * MIB, "Job 1");
    assertThat(own.takenBytes()).isEqualTo(6 * MIB);
    assertRefused(budget.of(own), 5 * MIB, 0, MemoryError.MEMORY_BUDGET_EXCEEDED);
    assertRefused(budget.of(other), 5 * MIB, 0, MemoryError.MEMORY_BUSY);
    assertRefused(budget.of(other), 5 * MIB, 6 * MIB, MemoryError.MEMORY_BUDGET_EXCEEDED);
    assertRefused(budget, 11 * MIB, 0, MemoryError.MEMORY_BUDGET_EXCEEDED);
    first.close();
    assertThat(own.takenBytes()).isZero();
    assertThat(other.takenBytes()).isZero();
  }

  private static void assertRefused(MemoryBudget of, long bytes, long kept, MemoryError code) {
    assertThatThrownBy(() -> of.take(bytes, "It", kept))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.code()).isEqualTo(code.name()));
  }

  @Test
  void whatOneJobTakesIsNotGivenBackByOthers() {
    final MemoryBudget node = new MemoryBudget(100 * MIB);
    final MemoryBudget job = new MemoryBudget(MemoryKind.JOB, "job 7's memory", () -> 4 * MIB);
    node.within(job).take(3 * MIB, "Its graph");
    assertThatThrownBy(() -> node.within(job).take(2 * MIB, "Its model"))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(MemoryError.JOB_MEMORY_EXCEEDED)).isTrue())
        .hasMessage(
            "Its model needs 2.0 MiB, but only 1.0 MiB of job 7's memory of 4.0 MiB are free; a"
                + " limit of 5.0 MiB or more would hold it: raise quota.memoryMegabytes of the job,"
                + " or give it less to hold.");
  }
}
