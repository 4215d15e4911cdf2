// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Trainers in a time that is reckoned, not waited for: who is how slow is part of a test. */
class ServedParametersTest {
  /** Adds gradients up, and keeps how many made each version. */
  private static final class Counted implements VersionedParameters {
    private final float[] weights = new float[2];
    private final double[] sums = new double[3];
    private final List<Integer> counts = new ArrayList<>();
    private long pushes;

    @Override
    public float[] weights() {
      return weights;
    }

    @Override
    public double[] sums() {
      return sums;
    }

    @Override
    public long pushes() {
      return pushes;
    }

    @Override
    public void update(double[] added, float[] gradients, int count) {
      for (int i = 0; i < weights.length; i++) {
        weights[i] += gradients[i];
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += added[i];
      }
      counts.add(count);
      pushes += count;
    }
  }

  private record Step(double ends, int rank, ServedVersion on) {}

  /** An epoch of trainers that take some time for each step. */
  private static final class Epoch {
    private final double[] seconds;
    private final Counted parameters = new Counted();
    private final ServedParameters served;
    private final long[] calls;
    private final List<ServedVersion> last = new ArrayList<>();
    private final PriorityQueue<Step> computing =
        new PriorityQueue<>(Comparator.comparingDouble(Step::ends).thenComparingInt(Step::rank));
    private double now;

    Epoch(Staleness bound, double... seconds) {
      this.seconds = seconds;
      this.served = new ServedParameters(seconds.length, bound, parameters);
      this.calls = new long[seconds.length];
    }

    /** Runs until every trainer has the end of the epoch; the time that it took. */
    double run(long pushes) {
      final double began = now;
      served.open(pushes);
      for (int rank = 0; rank < seconds.length; rank++) {
        expect(rank, served.begin(rank, ++calls[rank]));
      }
      while (!computing.isEmpty()) {
        final Step step = computing.remove();
        now = step.ends;
        expect(
            step.rank,
            served.push(
                step.rank,
                ++calls[step.rank],
                step.on.number(),
                new float[] {1, step.rank},
                new double[] {0.5, 1, 2}));
      }
      return now - began;
    }

    private void expect(int rank, CompletableFuture<ServedVersion> reply) {
      reply.thenAccept(
          version -> {
            if (version.more()) {
              computing.add(new Step(now + seconds[rank], rank, version));
            } else {
              last.add(version);
            }
          });
    }
  }

  private static final double[] ONE_IS_SLOW = {1, 1, 1, 5};
  private static final int PUSHES = 400;

  @Test
  void withoutABoundTheOthersKeepTheirPace() {
    Epoch epoch = new Epoch(Staleness.ANY, ONE_IS_SLOW);

    final double seconds = epoch.run(PUSHES);

    assertThat(PUSHES / seconds).as("gradients a second, 3.2 at most").isGreaterThan(3.1);
    assertThat(epoch.served.report().pushes()).containsExactly(125, 125, 125, 25);
    assertThat(epoch.served.report().mostBehind()).isEqualTo(15);
  }

  @Test
  void withABoundThatTheSlowOneKeepsTheOthersKeepTheirPace() {
    Epoch epoch = new Epoch(new Staleness(15), ONE_IS_SLOW);

    assertThat(PUSHES / epoch.run(PUSHES)).isGreaterThan(3.1);
    assertThat(epoch.served.report().mostBehind()).isEqualTo(15);
  }

  @Test
  void aBoundThatIsLowerHasTheOthersWait() {
    Epoch epoch = new Epoch(new Staleness(4), ONE_IS_SLOW);

    final double rate = PUSHES / epoch.run(PUSHES);

    assertThat(rate).isBetween(1.0, 3.0);
    assertThat(epoch.served.report().mostBehind()).isEqualTo(4);
  }

  @Test
  void aBoundOfNoneIsAStepOfAll() {
    Epoch epoch = new Epoch(new Staleness(0), ONE_IS_SLOW);

    assertThat(epoch.run(PUSHES)).isEqualTo(500.0);
    assertThat(epoch.parameters.counts).hasSize(100).containsOnly(4);
    assertThat(epoch.served.report().mostBehind()).isZero();
  }

  @Property(tries = 200)
  void nobodyIsFurtherBehindThanTheBoundAndEveryEpochEnds(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 50) Integer> seconds,
      @ForAll @IntRange(max = 20) int bound,
      @ForAll @IntRange(min = 1, max = 100) int pushes) {
    Epoch epoch =
        new Epoch(
            new Staleness(bound), seconds.stream().mapToDouble(Integer::doubleValue).toArray());

    for (int number = 1; number <= 3; number++) {
      epoch.last.clear();
      epoch.run(pushes);

      assertThat(epoch.last).hasSize(seconds.size());
      assertThat(epoch.last)
          .allSatisfy(
              version -> {
                assertThat(version.weights()[0]).isEqualTo(epoch.parameters.weights[0]);
                assertThat(version.pushes()).isEqualTo(epoch.parameters.pushes);
              });
      assertThat(epoch.parameters.pushes).isEqualTo((long) number * pushes);
    }
    assertThat(epoch.served.report().mostBehind()).isLessThanOrEqualTo(bound);
    assertThat(Arrays.stream(epoch.served.report().pushes()).sum()).isEqualTo(3L * pushes);
  }

  @Test
  void trainersWaitUntilTheFirstOneOpensTheEpoch() {
    ServedParameters served = new ServedParameters(2, Staleness.ANY, new Counted());

    CompletableFuture<ServedVersion> early = served.begin(1, 1);

    assertThat(early).isNotDone();
    served.open(2);
    assertThat(early).isDone();
    assertThat(early.join().more()).isTrue();
  }

  /** Nobody gets further ahead of it than of one that computes, and it misses no epoch. */
  @Test
  void aTrainerThatBeginsLateIsWaitedForWithinTheBound() {
    ServedParameters served = new ServedParameters(2, new Staleness(1), new Counted());
    float[] gradient = {1, 1};
    double[] sums = {1, 1, 1};
    served.open(2);
    served.begin(0, 1);
    served.push(0, 2, 0, gradient, sums);
    CompletableFuture<ServedVersion> second = served.push(0, 3, 1, gradient, sums);
    assertThat(second).as("two versions ahead").isNotDone();

    CompletableFuture<ServedVersion> late = served.begin(1, 1);

    assertThat(second.join()).isSameAs(late.join());
    assertThat(late.join().more()).isFalse();
    assertThat(late.join().pushes()).isEqualTo(2);
    assertThat(served.begin(1, 2)).as("the next epoch is not open").isNotDone();
  }

  @Test
  void anEpochEndsWhenAllTrainersHaveCome() {
    ServedParameters served = new ServedParameters(2, Staleness.ANY, new Counted());
    served.open(1);
    served.begin(0, 1);
    CompletableFuture<ServedVersion> end =
        served.push(0, 2, 0, new float[] {1, 1}, new double[] {1, 1, 1});
    assertThat(end).isNotDone();

    assertThat(served.begin(1, 1)).isDone();
    assertThat(end.join().more()).isFalse();
  }

  @Test
  void aCallThatComesAgainIsAnsweredAgainAndAppliedOnce() {
    Counted parameters = new Counted();
    ServedParameters served = new ServedParameters(1, Staleness.ANY, parameters);
    served.open(5);
    served.begin(0, 1);

    ServedVersion first = served.push(0, 2, 0, new float[] {1, 1}, new double[] {1, 1, 1}).join();
    ServedVersion again = served.push(0, 2, 0, new float[] {1, 1}, new double[] {1, 1, 1}).join();

    assertThat(again).isSameAs(first);
    assertThat(parameters.pushes).isEqualTo(1);
  }

  @Test
  void gradientsOfWhatWasNotGivenAreRefused() {
    ServedParameters served = new ServedParameters(2, Staleness.ANY, new Counted());
    served.open(5);
    served.begin(0, 1);
    float[] gradient = {1, 1};
    double[] sums = {1, 1, 1};

    assertThatThrownBy(() -> served.push(0, 2, 3, gradient, sums))
        .hasMessage("a gradient of trainer 0 on version 3, which it was not given");
    assertThatThrownBy(() -> served.push(0, 4, 0, gradient, sums))
        .hasMessage("call 4 of trainer 0, of 2 trainers");
    assertThatThrownBy(() -> served.push(2, 1, 0, gradient, sums))
        .hasMessage("call 1 of trainer 2, of 2 trainers");
  }

  @Test
  void gradientsOfAnotherLengthAreRefused() {
    ServedParameters served = new ServedParameters(1, Staleness.ANY, new Counted());
    served.open(5);
    served.begin(0, 1);

    assertThatThrownBy(() -> served.push(0, 2, 0, new float[3], new double[3]))
        .hasMessage("a gradient of 3 values and 3 sums, of 2 parameters");
  }

  @Test
  void whoWaitsHearsWhyNothingComes() {
    ServedParameters served = new ServedParameters(2, new Staleness(0), new Counted());
    served.open(4);
    served.begin(0, 1);
    served.begin(1, 1);
    CompletableFuture<ServedVersion> waiting =
        served.push(0, 2, 0, new float[] {1, 1}, new double[] {1, 1, 1});

    served.stop(new IllegalStateException("the job is over"));

    assertThatThrownBy(waiting::join).hasRootCauseMessage("the job is over");
    assertThatThrownBy(() -> served.begin(1, 2).join()).hasRootCauseMessage("the job is over");
  }

  @Test
  void aBoundIsNotNegative() {
    assertThatThrownBy(() -> new Staleness(-1)).hasMessage("a bound must be 0 or more: -1");
  }
}
