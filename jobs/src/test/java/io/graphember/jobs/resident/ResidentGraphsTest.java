// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.store.GraphPartition;
import io.graphember.memory.MemoryBudget;
import io.graphember.memory.MemoryError;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResidentGraphsTest {
  private static final long LIMIT = 100_000;
  private static final List<PartitionBytes> BYTES =
      Stream.of(10_000, 20_000, 30_000).map(bytes -> new PartitionBytes(bytes, 0)).toList();
  private static final int[] ALL = {0, 1, 2};
  private static final long EACH_SECONDS = 30;

  private final PartitionedGraph graph =
      PartitionedGraph.load(SampleGraph.random(60, 600, 8), 3, "hash-2d");
  private final MemoryBudget budget = new MemoryBudget(LIMIT);
  private final ResidentGraphs graphs = new ResidentGraphs(budget, LIMIT * 7 / 10);
  private final List<Integer> loaded = Collections.synchronizedList(new ArrayList<>());

  private GraphLease lease(String cache) {
    return graphs.lease(cache, BYTES, ALL, "A job", () -> 0);
  }

  private GraphPartition load(int number) {
    loaded.add(number);
    return graph.partition(number);
  }

  private void load(GraphLease lease, int... numbers) {
    load(lease, this::load, numbers);
  }

  private static void load(GraphLease lease, IntFunction<GraphPartition> loader, int... numbers) {
    lease.load(numbers, "A job", Workers.CALLER, Cancellation.NEVER, loader);
  }

  @Test
  void jobsShareOneCopy() {
    try (GraphLease first = lease("g");
        GraphLease second = lease("g")) {
      load(first, 0, 2);
      load(second, ALL);
      assertThat(loaded).containsExactly(0, 2, 1);
      assertThat(second.partition(0)).isSameAs(first.partition(0));
      assertThat(budget.takenBytes()).isEqualTo(60_000);
      first.close();
      first.close(); // as who frees a job twice does
      assertThat(budget.takenBytes()).isEqualTo(60_000);
    }
    assertThat(budget.takenBytes()).isZero();
  }

  @Test
  void theNextJobFindsWhatItNeeds() {
    try (GraphLease first = lease("g")) {
      load(first, ALL);
    }
    assertThat(budget.takenBytes()).isZero();
    assertThat(graphs.idleBytes()).isEqualTo(60_000);
    try (GraphLease next = graphs.lease("g", BYTES, new int[] {0, 2}, "A job", () -> 0)) {
      assertThat(budget.takenBytes()).isEqualTo(40_000); // and nothing that it does not need
      assertThat(graphs.idleBytes()).isZero();
      load(next, 0, 2);
    }
    assertThat(loaded).containsExactly(0, 1, 2);
    assertThat(graphs.idleBytes()).isEqualTo(40_000);
  }

  /** A cluster in memory that is activated anew numbers its versions from the first on. */
  @Test
  void nobodyGetsAForgottenGraphFromWhoHasIt() {
    try (GraphLease before = lease("g")) {
      load(before, ALL);
      graphs.keepOnly(Set.of());
      loaded.clear();
      try (GraphLease after = lease("g")) {
        load(after, 0);
        assertThat(loaded).containsExactly(0);
        before.close();
        assertThat(budget.takenBytes()).isEqualTo(10_000);
      }
    }
    assertThat(budget.takenBytes()).isZero();
    assertThat(graphs.idleBytes()).isEqualTo(10_000);
  }

  /** Half of each is topology. */
  private static final List<PartitionBytes> MAPPABLE =
      Stream.of(10_000, 20_000, 30_000).map(bytes -> new PartitionBytes(bytes, bytes / 2)).toList();

  private GraphLease mappable(String cache) {
    return graphs.lease(cache, MAPPABLE, ALL, "A job", () -> 0);
  }

  private static List<Boolean> mapped(GraphLease lease) {
    return IntStream.of(ALL).mapToObj(lease::isMapped).toList();
  }

  @Test
  void topologyGoesIntoFilesWhereTheHeapHasNoRoom() {
    for (long besides : new long[] {0, 4_000}) {
      try (MemoryBudget.Reservation other = budget.take(50_000, "A load");
          GraphLease lease = mappable("g" + besides)) {
        final List<Long> ofUser = new ArrayList<>();
        assertThat(lease.bytes(ALL)).isEqualTo(60_000); // as far as anybody knows
        lease.reserve(ALL, "A job", besides, Long.MAX_VALUE, ofUser::add);
        // three quarters of 20,000 or 16,000 that are left beside the rest of all three
        assertThat(mapped(lease)).containsExactly(false, besides > 0, true);
        final long taken = besides > 0 ? 35_000 : 45_000;
        assertThat(ofUser).containsExactly(taken);
        assertThat(lease.bytes(ALL)).isEqualTo(taken);
        load(lease, ALL);
        assertThat(budget.takenBytes()).isEqualTo(other.bytes() + taken);
        assertThat(graphs.bytes("g" + besides)).isEqualTo(taken);
      }
      assertThat(budget.takenBytes()).isZero();
    }
  }

  @Test
  void topologyStaysInTheHeapWhereItFits() {
    try (GraphLease lease = mappable("g")) {
      load(lease, ALL);
      assertThat(mapped(lease)).containsOnly(false);
      assertThat(budget.takenBytes()).isEqualTo(60_000);
    }
  }

  @Test
  void withoutAFolderAGraphThatDoesNotFitIsRefused() {
    try (MemoryBudget.Reservation other = budget.take(55_000, "A load");
        GraphLease lease = lease("g")) {
      assertThatThrownBy(() -> load(lease, ALL))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue());
      assertThat(budget.takenBytes()).isEqualTo(other.bytes());
    }
  }

  /** Whoever shares a graph has it as the first one has claimed it. */
  @Test
  void whatIsInFilesStaysThereWhileJobsUseIt() {
    final MemoryBudget.Reservation other = budget.take(70_000, "A load");
    try (GraphLease first = mappable("g")) {
      load(first, ALL);
      assertThat(mapped(first)).containsOnly(true);
      other.close();
      try (GraphLease second = mappable("g")) {
        load(second, ALL);
        assertThat(mapped(second)).containsOnly(true);
      }
      assertThat(loaded).hasSize(3);
      assertThat(budget.takenBytes()).isEqualTo(30_000);
    }
    assertThat(graphs.idleBytes()).isEqualTo(30_000);
  }

  /** Half of what is free then: 35,000 for 30,000, or 15,000 for the smallest alone. */
  @Test
  void theNextJobHasTopologyInTheHeapIfThereIsRoomByThen() {
    for (long taken : new long[] {0, 50_000}) {
      final String cache = "g" + taken;
      try (MemoryBudget.Reservation other = budget.take(70_000, "A load");
          GraphLease first = mappable(cache)) {
        assertThat(other.bytes()).isPositive();
        load(first, ALL);
      }
      loaded.clear();
      try (MemoryBudget.Reservation other = budget.take(taken, "A load");
          GraphLease next = mappable(cache)) {
        assertThat(other.bytes()).isEqualTo(taken);
        load(next, ALL);
        if (taken == 0) {
          assertThat(loaded).containsExactly(ALL[0], ALL[1], ALL[2]);
          assertThat(mapped(next)).containsOnly(false);
        } else {
          assertThat(loaded).containsExactly(0);
          assertThat(mapped(next)).containsExactly(false, true, true);
        }
      }
    }
  }

  /** Where it lies is for the one to say who gets it. */
  @Test
  void whoIsRefusedDoesNotSayWhereTopologyLies() {
    try (GraphLease refused = mappable("g");
        GraphLease other = mappable("g")) {
      assertThatThrownBy(
              () ->
                  refused.reserve(
                      ALL,
                      "A job",
                      0,
                      Long.MAX_VALUE,
                      bytes -> {
                        throw new GraphemberException(MemoryError.USER_MEMORY_EXCEEDED, "No.");
                      }))
          .hasMessage("No.");
      try (MemoryBudget.Reservation load = budget.take(70_000, "A load")) {
        load(other, ALL);
        assertThat(mapped(other)).containsOnly(true);
        assertThat(budget.takenBytes()).isEqualTo(load.bytes() + 30_000);
      }
    }
  }

  /** 40,000 less half of 60,000: three quarters of it hold the smallest topology alone. */
  @Test
  void topologyGoesIntoFilesWhereTheUserHasNoRoom() {
    final List<Long> ofUser = new ArrayList<>();
    try (GraphLease lease = mappable("g")) {
      lease.reserve(ALL, "A job", 0, 40_000, ofUser::add);
      assertThat(mapped(lease)).containsExactly(false, true, true);
      assertThat(ofUser).containsExactly(35_000L);
    }
  }

  /** The user has all of them to hold, whoever has loaded them. */
  @Test
  void whatAnotherHasLoadedIsTakenOfTheUserToo() {
    try (GraphLease first = mappable("g");
        GraphLease second = mappable("g")) {
      load(first, 0, 1);
      final List<Long> ofUser = new ArrayList<>();
      second.reserve(ALL, "A job", 0, 60_000, ofUser::add);
      assertThat(mapped(second)).containsExactly(false, false, true);
      assertThat(ofUser).containsExactly(45_000L);
    }
  }

  /** Half of 70,000 would hold all; half of what jobs leave for it holds the smallest alone. */
  @Test
  void nothingIsLoadedAnewToLieInAFileAgain() {
    try (MemoryBudget.Reservation other = budget.take(70_000, "A load");
        GraphLease first = mappable("g")) {
      assertThat(other.bytes()).isPositive();
      load(first, ALL);
    }
    loaded.clear();
    for (int job = 0; job < 3; job++) {
      try (GraphLease next = mappable("g")) {
        next.reserve(ALL, "A job", 60_000, Long.MAX_VALUE, bytes -> {});
        assertThat(budget.takenBytes()).isEqualTo(35_000);
        load(next, ALL);
        assertThat(mapped(next)).containsExactly(false, true, true);
      }
      assertThat(loaded).containsExactly(0);
      assertThat(budget.takenBytes()).isZero();
      assertThat(graphs.idleBytes()).isEqualTo(35_000);
    }
  }

  /** What cannot stay must not drive others out. */
  @Test
  void aGraphThatIsTooLargeToStayGoesAlone() {
    final ResidentGraphs few = new ResidentGraphs(budget, 45_000);
    for (int[] numbers : List.of(new int[] {1}, ALL)) {
      try (GraphLease lease = few.lease("g" + numbers.length, BYTES, numbers, "A job", () -> 0)) {
        load(lease, numbers);
      }
    }
    assertThat(few.idleBytes()).isEqualTo(20_000);
  }

  /** What a job has already is its own: nobody will give it back. */
  @Test
  void aJobThatFitsNowhereIsRefusedForGood() {
    try (GraphLease lease = graphs.lease("g", BYTES, ALL, "A job", () -> 110_000);
        MemoryBudget.Reservation own = budget.take(50_000, "A job")) {
      assertThat(own.bytes()).isEqualTo(50_000);
      assertThatThrownBy(() -> lease.reserve(ALL, "A job", 0, Long.MAX_VALUE, bytes -> {}))
          .isInstanceOfSatisfying(
              GraphemberException.class,
              e -> assertThat(e.is(MemoryError.MEMORY_BUDGET_EXCEEDED)).isTrue());
    }
  }

  @Test
  void whatIsUsedLongestAgoMakesRoom() {
    for (String cache : List.of("a", "b", "c", "a")) {
      try (GraphLease lease = lease(cache)) {
        load(lease, 1);
      }
    }
    assertThat(graphs.idleBytes()).isEqualTo(60_000);
    try (MemoryBudget.Reservation other = budget.take(50_000, "A load")) {
      assertThat(other.bytes()).isEqualTo(50_000);
      assertThat(graphs.idleBytes()).isEqualTo(40_000);
      loaded.clear();
      for (String cache : List.of("a", "c")) {
        try (GraphLease lease = lease(cache)) {
          load(lease, 1);
        }
      }
      assertThat(loaded).isEmpty();
      try (GraphLease lease = lease("b")) {
        load(lease, 1);
      }
      assertThat(loaded).containsExactly(1);
    }
  }

  @Test
  void noMoreStaysThanMay() {
    for (String cache : List.of("a", "b", "c", "d")) {
      try (GraphLease lease = lease(cache)) {
        load(lease, 1);
      }
    }
    assertThat(graphs.idleBytes()).isEqualTo(60_000); // of at most 70,000
    graphs.keepOnly(Set.of("a", "d"));
    assertThat(graphs.idleBytes()).isEqualTo(20_000);
  }

  @Test
  void whatWasForgottenIsLoadedAsFarAsItIsNeeded() {
    try (MemoryBudget.Reservation other = budget.take(45_000, "A load")) {
      try (GraphLease first = lease("g")) {
        load(first, 0, 2);
      }
      other.grow(15_000);
      assertThat(graphs.idleBytes()).isEqualTo(40_000);
      try (GraphLease lease = lease("g")) {
        load(lease, 0, 2);
        assertThat(budget.takenBytes()).isEqualTo(100_000);
      }
      other.grow(10_000);
      assertThat(graphs.idleBytes()).isZero();
      loaded.clear();
      try (GraphLease lease = lease("g")) {
        assertThatThrownBy(() -> load(lease, ALL))
            .isInstanceOfSatisfying(
                GraphemberException.class, e -> assertThat(e.is(MemoryError.MEMORY_BUSY)).isTrue());
        load(lease, 0);
      }
      assertThat(loaded).containsExactly(0);
      assertThat(budget.takenBytes()).isEqualTo(70_000);
    }
  }

  @Test
  void whatOneCannotLoadAnotherDoes() throws Exception {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch fail = new CountDownLatch(1);
    final GraphLease first = lease("g");
    final CompletableFuture<Void> failing =
        CompletableFuture.runAsync(
            () ->
                load(
                    first,
                    p -> {
                      begun.countDown();
                      await(fail);
                      throw new IllegalStateException("lost");
                    },
                    ALL));
    await(begun);
    final GraphLease second = lease("g");
    final CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> load(second, ALL));
    assertThat(budget.takenBytes()).isEqualTo(60_000);
    fail.countDown();
    assertThatThrownBy(() -> failing.get(EACH_SECONDS, TimeUnit.SECONDS))
        .hasRootCauseMessage("lost");
    waiting.get(EACH_SECONDS, TimeUnit.SECONDS);
    assertThat(loaded).containsExactly(0, 1, 2);
    assertThat(budget.takenBytes()).isEqualTo(60_000);
    first.close();
    assertThat(budget.takenBytes()).isEqualTo(60_000);
    second.close();
    assertThat(budget.takenBytes()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(EACH_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoWaitsForAnotherCanBeCancelled() {
    try (GraphLease first = lease("g");
        GraphLease second = lease("g")) {
      first.reserve(ALL, "A job", 0, Long.MAX_VALUE, bytes -> {});
      assertThatThrownBy(() -> second.load(ALL, "A job", Workers.CALLER, () -> true, this::load))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
    }
    assertThat(budget.takenBytes()).isZero();
    assertThat(graphs.idleBytes()).isZero();
  }

  private long listBytes() {
    return JoinedLists.bytes(
            IntStream.of(ALL).mapToObj(p -> graph.partition(p).topology()).toList())
        .orElseThrow();
  }

  private static Optional<JoinedLists> joined(GraphLease lease, boolean in, LongPredicate ofUser) {
    return lease.lists(in, "A job", ofUser).flatMap(lists -> lease.join(in, lists));
  }

  private static JoinedLists in(GraphLease lease) {
    return joined(lease, true, bytes -> true).orElseThrow();
  }

  private static Optional<JoinedLists> out(GraphLease lease) {
    return joined(lease, false, bytes -> true);
  }

  @Test
  void listsAreJoinedOnceForAllJobs() {
    final JoinedLists lists;
    try (GraphLease first = lease("g");
        GraphLease second = lease("g")) {
      load(first, 0, 1);
      assertThat(joined(first, true, bytes -> true)).isEmpty(); // one is missing
      load(first, 2);
      load(second, ALL);
      lists = in(first);
      assertThat(in(second)).isSameAs(lists);
      assertThat(in(second)).isSameAs(lists); // and asks again
      assertThat(budget.takenBytes()).isEqualTo(60_000 + listBytes());
      assertThat(out(second)).get().isNotSameAs(lists);
      assertThat(budget.takenBytes()).isEqualTo(60_000 + 2 * listBytes());
      second.close();
      assertThat(budget.takenBytes()).isEqualTo(60_000 + listBytes());
      assertThat(graphs.idleBytes()).isEqualTo(listBytes());
    }
    assertThat(budget.takenBytes()).isZero();
    assertThat(graphs.idleBytes()).isEqualTo(60_000 + 2 * listBytes());
    try (GraphLease next = lease("g")) {
      assertThat(budget.takenBytes()).isEqualTo(60_000);
      assertThat(graphs.idleBytes()).isEqualTo(2 * listBytes());
      assertThat(in(next)).isSameAs(lists);
      assertThat(budget.takenBytes()).isEqualTo(60_000 + listBytes());
    }
  }

  /** They refuse nobody: what no job uses goes when memory is taken, and before graphs do. */
  @Test
  void listsThatNobodyUsesMakeRoom() {
    try (GraphLease first = lease("g");
        GraphLease second = lease("g")) {
      load(first, ALL);
      load(second, ALL);
      final JoinedLists lists = in(first);
      first.close();
      assertThat(graphs.idleBytes()).isEqualTo(listBytes());
      try (MemoryBudget.Reservation other = budget.take(40_000, "A load")) {
        assertThat(other.bytes()).isEqualTo(40_000);
        assertThat(graphs.idleBytes()).isZero();
        assertThat(joined(second, true, bytes -> true)).isEmpty();
      }
      assertThat(in(second)).isNotSameAs(lists);
    }
    assertThat(graphs.idleBytes()).isEqualTo(60_000 + listBytes());
    try (MemoryBudget.Reservation other = budget.take(LIMIT - 60_000, "A load")) {
      assertThat(other.bytes()).isEqualTo(40_000);
      assertThat(graphs.idleBytes()).isEqualTo(60_000);
    }
  }

  /** Nobody would count what is left of a graph that another job still has. */
  @Test
  void listsOfAForgottenGraphGoWithTheirLastUser() {
    try (GraphLease first = lease("g");
        GraphLease second = lease("g");
        GraphLease third = lease("g")) {
      load(first, ALL);
      load(second, ALL);
      load(third, ALL);
      final JoinedLists lists = in(first);
      assertThat(out(third)).isPresent();
      third.close(); // its lists are idle
      graphs.keepOnly(Set.of());
      assertThat(in(second)).isSameAs(lists);
      first.close();
      second.close();
      assertThat(budget.takenBytes()).isZero();
      assertThat(graphs.idleBytes()).isZero();
    }
    try (GraphLease first = lease("h");
        GraphLease second = lease("h")) {
      load(first, ALL);
      load(second, ALL);
      final JoinedLists lists = in(first);
      graphs.keepOnly(Set.of());
      first.close();
      assertThat(in(second)).isNotSameAs(lists);
    }
  }

  /** As where the heap is full; others keep theirs. */
  @Test
  void whoCannotJoinListsDoesWithout() {
    try (GraphLease first = lease("g");
        GraphLease second = lease("g")) {
      load(first, ALL);
      load(second, ALL);
      final FutureTask<JoinedLists> task = first.lists(true, "A job", bytes -> true).orElseThrow();
      assertThat(second.lists(true, "A job", bytes -> true)).containsSame(task);
      assertThat(budget.takenBytes()).isEqualTo(60_000 + listBytes());
      final FutureTask<JoinedLists> failed =
          new FutureTask<>(
              () -> {
                throw new OutOfMemoryError("A test");
              });
      assertThat(first.join(true, failed)).isEmpty();
      assertThat(second.join(true, task)).isPresent();
      assertThat(budget.takenBytes()).isEqualTo(60_000 + listBytes());
    }
  }

  @Test
  void twoThatAskAtOnceGetTheSameLists() throws Exception {
    try (GraphLease first = lease("g");
        GraphLease second = lease("g")) {
      load(first, ALL);
      load(second, ALL);
      final CountDownLatch start = new CountDownLatch(1);
      final List<CompletableFuture<JoinedLists>> both =
          Stream.of(first, second)
              .map(
                  lease ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            await(start);
                            return in(lease);
                          }))
              .toList();
      start.countDown();
      assertThat(both.get(0).get(EACH_SECONDS, TimeUnit.SECONDS))
          .isSameAs(both.get(1).get(EACH_SECONDS, TimeUnit.SECONDS));
      assertThat(budget.takenBytes()).isEqualTo(60_000 + listBytes());
    }
  }

  @Test
  void aJobGetsNoListsThatItsUserMayNotHave() {
    try (GraphLease lease = lease("g")) {
      load(lease, ALL);
      assertThat(joined(lease, true, bytes -> bytes != listBytes())).isEmpty();
      assertThat(budget.takenBytes()).isEqualTo(60_000);
      assertThat(graphs.idleBytes()).isZero();
    }
  }

  @Test
  void nothingIsTakenForAJobThatWasFreed() {
    final GraphLease lease = lease("g");
    assertThatThrownBy(
            () ->
                load(
                    lease,
                    p -> {
                      lease.close();
                      return load(p);
                    },
                    ALL))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.CANCELLED)).isTrue());
    assertThat(budget.takenBytes()).isZero();
    assertThat(graphs.idleBytes()).isZero();
  }
}
