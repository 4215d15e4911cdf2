// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.fixture.MemoryTransport;
import io.graphember.tensor.optimizer.LearningRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableHostTest {
  private static final int TRAINERS = 3;
  private static final int PARTITIONS = 4;
  private static final int ROWS = 500;
  private static final int DIM = 9;
  private static final ExecutorService POOL = new ForkJoinPool(4);

  @AfterAll
  static void stop() {
    POOL.shutdownNow();
  }

  private static TableSpec spec(String name, Precision precision) {
    return new TableSpec(
        name,
        DIM,
        precision,
        RowInitializer.uniform(0.5f, 1),
        RowOptimizer.momentum(LearningRate.constant(0.1f)));
  }

  private static TableHost host(Precision precision) {
    TableHost host = new TableHost(TRAINERS, new Workers(POOL, 3));
    for (int p = 0; p < PARTITIONS; p++) {
      host.add(new TablePartition(spec("in", precision), p, ROWS));
      host.add(new TablePartition(spec("out", precision), p, ROWS));
    }
    return host;
  }

  private static TableHost host() {
    return host(Precision.FLOAT32);
  }

  /** Rows of all partitions of both tables, some of them repeated. */
  private static List<RowGradients> gradients(int trainer, long step) {
    List<RowGradients> all = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      for (String table : List.of("in", "out")) {
        final long key = CounterRandom.child(trainer, step, p + table.length() * 10L);
        int[] rows = new int[80];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = CounterRandom.bounded(CounterRandom.bits(key, i), i < 40 ? 20 : ROWS);
        }
        float[] values = new float[rows.length * DIM];
        for (int i = 0; i < values.length; i++) {
          values[i] = CounterRandom.unitFloat(CounterRandom.bits(key, 1000 + i)) - 0.5f;
        }
        all.add(new RowGradients(table, p, rows, values));
      }
    }
    return all;
  }

  private static float[][] rows(TableHost host) {
    List<RowRead> reads = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      for (String table : List.of("in", "out")) {
        reads.add(new RowRead(table, p, numbers(ROWS), RowRead.LATEST));
      }
    }
    return host.get(reads).toArray(float[][]::new);
  }

  private static RowGradients one(int row, float value) {
    float[] values = new float[DIM];
    Arrays.fill(values, value);
    return new RowGradients("in", 2, new int[] {row}, values);
  }

  /** Three trainers, 20 steps, in any order of arrival, each contribution sent up to twice. */
  @ParameterizedTest
  @EnumSource(Precision.class)
  void theOrderOfArrivalAndRetriesChangeNoBit(Precision precision) throws Exception {
    float[][] expected = null;
    for (int order = 0; order < 4; order++) {
      TableHost host = host(precision);
      for (long step = 1; step <= 20; step++) {
        long[] trainers = {0, 1, 2, 2, 0};
        CounterRandom.shuffle(trainers, CounterRandom.child(order, step));
        List<CompletableFuture<Void>> done = new ArrayList<>();
        for (long trainer : trainers) {
          done.add(host.contribute((int) trainer, step, gradients((int) trainer, step)));
        }
        for (CompletableFuture<Void> future : done) {
          future.get(10, TimeUnit.SECONDS);
        }
      }
      assertThat(host.step()).isEqualTo(20);
      expected = expected == null ? rows(host) : expected;
      assertThat(rows(host)).isDeepEqualTo(expected);
    }
  }

  /** All at once, and with reads next to them: the bits of one after the other. */
  @Test
  void trainersInThreadsOfTheirOwnGiveTheSameBits() throws Exception {
    TableHost alone = host();
    for (long step = 1; step <= 30; step++) {
      for (int trainer = 0; trainer < TRAINERS; trainer++) {
        alone.contribute(trainer, step, gradients(trainer, step));
      }
    }
    TableHost shared = new TableHost(TRAINERS, Workers.CALLER);
    for (int p = 0; p < PARTITIONS; p++) {
      shared.add(new TablePartition(spec("in", Precision.FLOAT32), p, ROWS));
      shared.add(new TablePartition(spec("out", Precision.FLOAT32), p, ROWS));
    }
    List<Callable<Void>> trainers = new ArrayList<>();
    for (int t = 0; t < TRAINERS; t++) {
      final int trainer = t;
      trainers.add(
          () -> {
            for (long step = 1; step <= 30; step++) {
              rows(shared);
              shared.contribute(trainer, step, gradients(trainer, step)).get(30, TimeUnit.SECONDS);
            }
            return null;
          });
    }
    for (Future<Void> trainer : POOL.invokeAll(trainers)) {
      trainer.get(60, TimeUnit.SECONDS);
    }
    assertThat(rows(shared)).isDeepEqualTo(rows(alone));
  }

  /** What the host does is what one table does with sums made one by one. */
  @Test
  void gradientsAreAddedUpInTrainerOrder() {
    TableHost host = host();
    TablePartition alone = new TablePartition(spec("in", Precision.FLOAT32), 1, ROWS);
    for (int step = 1; step <= 5; step++) {
      float[][] sums = new float[ROWS][];
      for (int trainer = 0; trainer < TRAINERS; trainer++) {
        host.contribute(trainer, step, gradients(trainer, step));
        RowGradients part = gradients(trainer, step).get(2);
        for (int i = 0; i < part.rows().length; i++) {
          final int row = part.rows()[i];
          float[] values = Arrays.copyOfRange(part.values(), i * DIM, (i + 1) * DIM);
          if (sums[row] == null) {
            sums[row] = values;
          } else {
            for (int j = 0; j < DIM; j++) {
              sums[row][j] += values[j];
            }
          }
        }
      }
      for (int row = 0; row < ROWS; row++) {
        if (sums[row] != null) {
          alone.update(new int[] {row}, 0, 1, sums[row], 0, step);
        }
      }
    }
    float[] expected = new float[ROWS * DIM];
    alone.get(numbers(ROWS), 0, ROWS, 5, expected, 0);
    assertThat(rows(host)[2]).isEqualTo(expected);
  }

  @Test
  void aStepWaitsForAllTrainers() {
    TableHost host = host();
    CompletableFuture<Void> first = host.contribute(0, 1, gradients(0, 1));
    assertThat(host.contribute(0, 1, gradients(0, 1))).isSameAs(first); // sent again
    host.contribute(2, 1, gradients(2, 1));
    assertThat(first).isNotDone();
    assertThat(host.step()).isZero();
    host.contribute(1, 1, gradients(1, 1));
    assertThat(first).isCompleted();
    assertThat(host.step()).isEqualTo(1);
    final float[][] rows = rows(host);
    assertThat(host.contribute(1, 1, gradients(1, 1))).isCompleted(); // sent again, late
    assertThat(rows(host)).isDeepEqualTo(rows);
    assertThatThrownBy(() -> host.contribute(1, 3, gradients(1, 3)))
        .isInstanceOf(GraphemberException.class)
        .hasMessage("Trainer 1 contributes to step 3, the last completed step is 1.")
        .matches(e -> ((GraphemberException) e).is(TensorError.STEP_AHEAD));
  }

  @Test
  void aGradientThatIsNotFiniteFailsTheStepForAllBeforeAnythingIsApplied() {
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      TableHost host = host();
      final float[][] before = rows(host);
      CompletableFuture<Void> first = host.contribute(0, 1, gradients(0, 1));
      List<RowGradients> wrong = gradients(1, 1);
      wrong.set(4, new RowGradients("in", 2, new int[] {7, 8}, new float[2 * DIM]));
      wrong.get(4).values()[DIM + 3] = bad;
      CompletableFuture<Void> second = host.contribute(1, 1, wrong);
      final CompletableFuture<Void> third = host.contribute(2, 1, gradients(2, 1));
      for (CompletableFuture<Void> future : List.of(first, second, third)) {
        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join)
            .cause()
            .hasMessage(
                "The gradient of row 8 in partition 2 of table 'in' is infinite or not a number.")
            .matches(e -> ((GraphemberException) e).is(TensorError.GRADIENT_NOT_FINITE))
            .cause()
            .isInstanceOfSatisfying(
                GradientNotFinite.class,
                row -> {
                  assertThat(row.partition()).isEqualTo(2);
                  assertThat(row.row()).isEqualTo(8);
                });
      }
      assertThat(rows(host)).isDeepEqualTo(before);
      assertThat(host.contribute(1, 1, wrong)).isSameAs(second);
      assertThatThrownBy(() -> host.push(0, 0, List.of(one(3, bad))))
          .hasMessage(
              "The gradient of row 3 in partition 2 of table 'in' is infinite or not a number.");
      assertThat(rows(host)).isDeepEqualTo(before);
    }
  }

  @Test
  void nobodyWaitsForAStepOfAHostThatWasStopped() {
    TableHost host = host();
    final float[][] before = rows(host);
    CompletableFuture<Void> first = host.contribute(0, 1, gradients(0, 1));
    GraphemberException reason = new GraphemberException(SpiError.CANCELLED, "The job is over.");
    host.stop(reason);
    assertThatThrownBy(first::join).hasCause(reason);
    for (int trainer = 0; trainer < 3; trainer++) {
      CompletableFuture<Void> late = host.contribute(trainer, 1, gradients(trainer, 1));
      assertThatThrownBy(late::join).hasCause(reason);
    }
    assertThat(rows(host)).isDeepEqualTo(before);
  }

  /** Sums of small whole numbers are exact in any order. */
  @Test
  void trainersThatPushToTheSameRowsLoseNothing() throws Exception {
    TableSpec sgd =
        new TableSpec(
            "in",
            DIM,
            Precision.FLOAT32,
            RowInitializer.zeros(),
            RowOptimizer.sgd(LearningRate.constant(1)));
    TableHost host = new TableHost(TRAINERS, Workers.CALLER);
    host.add(new TablePartition(sgd, 2, ROWS));
    List<Callable<Void>> trainers = new ArrayList<>();
    for (int t = 0; t < TRAINERS; t++) {
      final int trainer = t;
      trainers.add(
          () -> {
            for (int i = 0; i < 2000; i++) {
              host.push(trainer, 2 * i, List.of(one(i % 5, -1)));
              host.add(trainer, 2 * i + 1, List.of(one(i % 5, 1), one(i % 5, 1)));
              host.push(trainer, 2 * i, List.of(one(i % 5, -1))); // sent again
              host.add(trainer, 2 * i + 1, List.of(one(i % 5, 1)));
            }
            return null;
          });
    }
    for (Future<Void> trainer : POOL.invokeAll(trainers)) {
      trainer.get(30, TimeUnit.SECONDS);
    }
    assertThat(host.step()).as("of the last push").isEqualTo(2 * 1999 + 1);
    float[] expected = new float[5 * DIM];
    Arrays.fill(expected, TRAINERS * 3 * 400);
    RowRead read = new RowRead("in", 2, new int[] {0, 1, 2, 3, 4}, RowRead.LATEST);
    assertThat(host.get(List.of(read)).get(0)).isEqualTo(expected);
  }

  @Test
  void aChangeThatIsTooOldToBeKnownIsRefused() {
    TableHost host = host();
    host.push(0, 5000, List.of(one(1, 1)));
    host.push(0, 5000 - 1023, List.of(one(1, 1)));
    assertThat(host.step()).isEqualTo(5001);
    assertThatThrownBy(() -> host.push(0, 5000 - 1024, List.of(one(1, 1))))
        .hasMessage(
            "Change 3976 of trainer 0 comes 1024 changes late, fewer than 1024 are remembered.")
        .matches(e -> ((GraphemberException) e).is(TensorError.SEQUENCE_TOO_OLD));
    assertUnfit(() -> host.add(1, -1, List.of(one(1, 1))), "change -1 of trainer 1");
    assertUnfit(
        () -> host.push(1, TableHost.MAX_STEP, List.of(one(1, 1))),
        "step 2147483647, the last one is 2147483646");
  }

  /** The rate of a push is that of the trainer's own step, however far the others are. */
  @Test
  void aPushIsAStepOfTheTrainerThatMakesIt() {
    TableSpec falling =
        new TableSpec(
            "in",
            DIM,
            Precision.FLOAT32,
            RowInitializer.zeros(),
            RowOptimizer.sgd(LearningRate.linear(10, 1, 10)));
    TableHost host = new TableHost(2, Workers.CALLER);
    host.add(new TablePartition(falling, 2, ROWS));

    host.push(0, 9, List.of(one(1, -1)));
    host.push(1, 0, List.of(one(1, -1)));

    assertThat(host.step()).isEqualTo(10);
    RowRead read = new RowRead("in", 2, new int[] {1}, RowRead.LATEST);
    assertThat(host.get(List.of(read)).get(0)).containsOnly(11f);
  }

  @Test
  void wholeTablesAreMultipliedAndAdded() {
    TableHost host = host();
    final float[][] before = rows(host);
    host.change(0, 7, TableChange.mult("in", 2, 0));
    host.change(0, 7, TableChange.mult("in", 2, 0)); // sent again
    host.change(0, 8, TableChange.multAdd("out", "in", -0.5f, 0));
    final float[][] after = rows(host);
    for (int i = 0; i < before[6].length; i++) {
      assertThat(after[6][i]).isEqualTo(2 * before[6][i]);
      assertThat(after[7][i]).isEqualTo(before[7][i] - before[6][i]);
    }
    assertThatThrownBy(() -> host.change(0, 9, TableChange.mult("in", 2, 1)))
        .hasMessage("Rows as after step 1 are asked for, the last completed step is 0.");
    assertUnfit(
        () -> host.change(0, 9, TableChange.mult("in", Float.NaN, 0)), "scalar NaN is not finite");
    host.add(new TablePartition(spec("one", Precision.FLOAT32), 2, ROWS));
    assertUnfit(
        () -> host.change(0, 9, TableChange.multAdd("in", "one", 1, 0)),
        "partition 0 of table 'one' is not here");
    host.add(new TablePartition(spec("few", Precision.FLOAT32), 2, 5));
    assertUnfit(
        () -> host.change(0, 9, TableChange.multAdd("few", "in", 1, 0)),
        "partition 2 of table 'few' has 5 x 9 values, that of 'in' has 500 x 9");
  }

  @Test
  void aWholeTableIsChangedOnAllHosts() {
    List<float[]> expected = changed(1);
    assertThat(changed(3)).usingRecursiveComparison().isEqualTo(expected);
  }

  /** Rows of all partitions after changes of both tables, of which one is sent twice. */
  private static List<float[]> changed(int count) {
    List<TableHost> hosts = new ArrayList<>();
    for (int h = 0; h < count; h++) {
      hosts.add(new TableHost(TRAINERS, Workers.CALLER));
    }
    RowTransport transport = new MemoryTransport(hosts, false);
    for (int p = 0; p < PARTITIONS; p++) {
      for (String table : List.of("in", "out")) {
        hosts
            .get(transport.host(p))
            .add(new TablePartition(spec(table, Precision.FLOAT32), p, ROWS));
      }
    }
    transport.change(1, 1, TableChange.mult("in", 3, 0)).join();
    transport.change(0, 1, 1, TableChange.mult("in", 3, 0)).join(); // its reply was lost
    transport.change(1, 2, TableChange.multAdd("out", "in", 0.25f, 0)).join();
    List<float[]> rows = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      final int[] all = IntStream.range(0, ROWS).toArray();
      List<RowRead> reads =
          List.of(new RowRead("in", p, all, 0), new RowRead("out", p, all, RowRead.LATEST));
      rows.addAll(transport.get(transport.host(p), reads).join());
    }
    assertThatThrownBy(() -> transport.change(0, 3, TableChange.mult("none", 1, 0)).join())
        .hasMessageContaining("There is no table 'none', there are [in, out].");
    return rows;
  }

  /** Two trainers over one host and over three, by way of the transport. */
  @Test
  void theNumberOfHostsChangesNoBit() {
    float[][] expected = null;
    for (int count : new int[] {1, 3}) {
      List<TableHost> hosts = new ArrayList<>();
      for (int h = 0; h < count; h++) {
        hosts.add(new TableHost(2, Workers.CALLER));
      }
      RowTransport transport = new MemoryTransport(hosts, false);
      for (int p = 0; p < PARTITIONS; p++) {
        for (String table : List.of("in", "out")) {
          hosts
              .get(transport.host(p))
              .add(new TablePartition(spec(table, Precision.FLOAT32), p, ROWS));
        }
      }
      for (long step = 1; step <= 5; step++) {
        for (int h = 0; h < count; h++) {
          final int host = h;
          for (int trainer = 0; trainer < 2; trainer++) {
            List<RowGradients> mine =
                gradients(trainer, step).stream()
                    .filter(part -> transport.host(part.partition()) == host)
                    .toList();
            transport.contribute(host, trainer, step, mine);
          }
        }
      }
      float[][] rows = new float[PARTITIONS][];
      for (int p = 0; p < PARTITIONS; p++) {
        RowRead read = new RowRead("out", p, numbers(ROWS), 5);
        rows[p] = transport.get(transport.host(p), List.of(read)).join().get(0);
      }
      expected = expected == null ? rows : expected;
      assertThat(rows).isDeepEqualTo(expected);
    }
  }

  @Test
  void partitionsAreFoundByTable() {
    TableHost host = host();
    assertThat(host.partitions()).hasSize(2 * PARTITIONS);
    assertThat(host.partitions().get(PARTITIONS + 1).spec().name()).isEqualTo("out");
    assertThat(host.partitions().get(PARTITIONS + 1).partition()).isEqualTo(1);
    assertThat(host.partition("out", 3).orElseThrow().spec().name()).isEqualTo("out");
    assertThat(host.partition("out", PARTITIONS)).isEmpty();
    assertThatThrownBy(() -> host.partition("other", 0))
        .hasMessage("There is no table 'other', there are [in, out].")
        .matches(e -> ((GraphemberException) e).is(TensorError.TABLE_UNKNOWN));
  }

  @Test
  void allPartitionsOfATableAreAlike() {
    TableHost host = host();
    TableSpec zeros =
        new TableSpec(
            "in",
            DIM,
            Precision.FLOAT32,
            RowInitializer.zeros(),
            RowOptimizer.sgd(LearningRate.constant(1)));
    assertThatThrownBy(() -> host.add(new TablePartition(zeros, 9, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("one table, two specifications: ");
  }

  /** Whatever comes off the wire: one message, and no row has changed. */
  @Test
  void whatDoesNotFitIsRefused() {
    TableHost host = host();
    final float[][] before = rows(host);
    assertUnfit(
        () -> host.get(List.of(new RowRead("in", 9, new int[] {0}, 0))),
        "partition 9 of table 'in' is not here");
    for (int row : new int[] {-1, ROWS, Integer.MIN_VALUE}) {
      final String message = "row %d, partition 2 of table 'in' has 500 rows".formatted(row);
      assertUnfit(() -> host.get(List.of(new RowRead("in", 2, new int[] {0, row}, 0))), message);
      assertUnfit(() -> host.push(0, 0, List.of(one(1, 1), one(row, 1))), message);
      assertUnfit(() -> host.add(0, 0, List.of(one(1, 1), one(row, 1))), message);
      assertUnfit(() -> host.contribute(0, 1, List.of(one(1, 1), one(row, 1))), message);
    }
    RowGradients longer = new RowGradients("in", 2, new int[] {1}, new float[DIM + 1]);
    assertUnfit(() -> host.push(0, 0, List.of(longer)), "10 values for 1 rows of 9 in table 'in'");
    assertUnfit(
        () -> host.contribute(0, 1, List.of(longer)), "10 values for 1 rows of 9 in table 'in'");
    assertUnfit(() -> host.push(3, 0, List.of(one(1, 1))), "trainer 3, the job has 3");
    assertUnfit(() -> host.contribute(-1, 1, List.of()), "trainer -1, the job has 3");
    RowRead all = new RowRead("in", 2, new int[1 << 24], 0);
    assertUnfit(() -> host.get(List.of(all, all)), "301989888 values at once, at most 268435456");
    for (long step : new long[] {1, -2, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> host.get(List.of(new RowRead("in", 2, new int[] {0}, step))))
          .matches(e -> ((GraphemberException) e).is(TensorError.STEP_AHEAD));
    }
    assertThat(rows(host)).isDeepEqualTo(before);
  }

  private static void assertUnfit(Runnable request, String what) {
    assertThatThrownBy(request::run)
        .isInstanceOf(GraphemberException.class)
        .hasMessage("A request for rows does not fit its table: %s.".formatted(what))
        .matches(e -> ((GraphemberException) e).is(TensorError.TABLE_REQUEST_UNFIT));
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }
}
