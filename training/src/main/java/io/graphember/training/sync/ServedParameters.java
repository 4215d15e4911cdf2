// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that trainers change each for itself, by versions (stale synchronous parallel: Ho
 * et al., NIPS 2013; GraphTheta, section 4.3).
 *
 * <p>A trainer is given a version, computes a gradient on it, gives that back and is given the next
 * version. A gradient makes a version as soon as it comes, unless a trainer that still computes
 * would then be more versions behind than the bound allows: then it waits, and all that wait make
 * one version together, added up in the order of ranks. So the trainer that is furthest behind
 * never waits, a bound of 0 is a step of all trainers together, and without a bound nobody waits.
 *
 * <p>An epoch takes a number of gradients, whoever computes them: a trainer that is fast gives
 * more. When all gradients have come, and all trainers, every trainer is given the same last
 * version of the epoch. The next epoch begins when the first trainer has opened it, which reads the
 * parameters between the two.
 *
 * <p>A call that is made again with the same number, since its reply was lost, gets the same reply.
 * Safe for use by several threads. A gradient costs its length; no thread waits here.
 */
public final class ServedParameters {
  private static final int SUMS = 3;
  private static final long IDLE = -1;

  private final Staleness bound;
  private final VersionedParameters parameters;
  private final long[] given; // version on which a trainer computes, IDLE if it does not
  private final float[][] gradients; // that wait, by rank
  private final double[][] sums; // of these
  private final long[] calls; // number of the last call of a trainer
  private final List<CompletableFuture<ServedVersion>> replies = new ArrayList<>();
  private final boolean[] expected; // trainers that have not begun the open epoch
  private final boolean[] ended; // trainers that wait for the end of the epoch, or for the next
  private final long[] pushes; // of each trainer
  private @Nullable RuntimeException stopped; // why nothing is given any more
  private long version;
  private long toGive; // gradients that are still to be computed in this epoch
  private long toCome; // gradients that are still to come in this epoch
  private long mostBehind;

  /**
   * Nothing is open.
   *
   * @param trainers 1 or more
   * @param parameters used here alone while an epoch is open
   */
  public ServedParameters(int trainers, Staleness bound, VersionedParameters parameters) {
    this.bound = bound;
    this.parameters = parameters;
    this.given = new long[trainers];
    this.gradients = new float[trainers][];
    this.sums = new double[trainers][];
    this.calls = new long[trainers];
    this.expected = new boolean[trainers];
    this.ended = new boolean[trainers];
    this.pushes = new long[trainers];
    Arrays.fill(given, IDLE);
    for (int rank = 0; rank < trainers; rank++) {
      replies.add(CompletableFuture.completedFuture(null));
    }
  }

  /**
   * Upper bound on the bytes that are kept here, or are on their way from here: of each trainer a
   * gradient and a version.
   *
   * @param parameters of the model
   */
  public static long estimateBytes(int trainers, int parameters) {
    return 2L * Float.BYTES * trainers * parameters;
  }

  /**
   * What has been done.
   *
   * @param versions that were made
   * @param mostBehind versions that a gradient was behind when it was applied, at most
   * @param pushes gradients of each trainer
   */
  public record Report(long versions, long mostBehind, long[] pushes) {}

  /** What has been done so far. */
  public synchronized Report report() {
    return new Report(version, mostBehind, pushes.clone());
  }

  /**
   * Opens an epoch, of which trainers may wait.
   *
   * @param count gradients that it takes, 1 or more
   */
  public synchronized void open(long count) {
    toGive = count;
    toCome = count;
    Arrays.fill(expected, true);
    Arrays.fill(given, version); // nobody is to get far ahead of a trainer that has not begun
    for (int rank = 0; rank < given.length; rank++) {
      if (ended[rank]) {
        ended[rank] = false;
        enter(rank);
      }
    }
  }

  /** Fails all who wait, and whoever comes from now on. */
  public synchronized void stop(RuntimeException reason) {
    stopped = reason;
    replies.forEach(reply -> reply.completeExceptionally(reason));
  }

  /** Does something while no gradient is applied. */
  public synchronized <T> T alone(Supplier<T> work) {
    return work.get();
  }

  /**
   * A trainer begins an epoch.
   *
   * @param call number of this call among those of the trainer, from 1
   * @return a version, once the epoch is open
   */
  public synchronized CompletableFuture<ServedVersion> begin(int rank, long call) {
    if (isNew(rank, call)) {
      if (expected[rank]) {
        enter(rank);
      } else {
        ended[rank] = true;
      }
    }
    return replies.get(rank);
  }

  private void enter(int rank) {
    expected[rank] = false;
    given[rank] = IDLE;
    give(rank);
    settle(); // others may have waited for it
  }

  /**
   * A trainer gives a gradient.
   *
   * @param call number of this call among those of the trainer, from 1
   * @param computedOn the version that the gradient was computed on
   * @param gradient kept until it is applied, and changed then
   * @param added its loss, hits and rows
   * @return the next version that the trainer computes on, or the last one of the epoch
   */
  public synchronized CompletableFuture<ServedVersion> push(
      int rank, long call, long computedOn, float[] gradient, double[] added) {
    if (!isNew(rank, call)) {
      return replies.get(rank);
    }
    requireGiven(rank, computedOn, gradient, added);
    given[rank] = IDLE;
    gradients[rank] = gradient;
    sums[rank] = added;
    pushes[rank]++;
    mostBehind = Math.max(mostBehind, version - computedOn);
    CompletableFuture<ServedVersion> reply = replies.get(rank);
    settle();
    return reply;
  }

  private boolean isNew(int rank, long call) {
    if (rank < 0 || rank >= calls.length || call < calls[rank] || call > calls[rank] + 1) {
      throw new IllegalArgumentException(
          "call %d of trainer %d, of %d trainers".formatted(call, rank, calls.length));
    }
    if (call == calls[rank]) {
      return false;
    }
    calls[rank] = call;
    replies.set(rank, stopped == null ? new CompletableFuture<>() : failed(stopped));
    return stopped == null;
  }

  private static CompletableFuture<ServedVersion> failed(RuntimeException reason) {
    return CompletableFuture.failedFuture(reason);
  }

  /** What {@link #settle} keeps, and what comes from elsewhere. */
  private void requireGiven(int rank, long computedOn, float[] gradient, double[] added) {
    if (given[rank] == IDLE || given[rank] != computedOn) {
      throw new IllegalArgumentException(
          "a gradient of trainer %d on version %d, which it was not given"
              .formatted(rank, computedOn));
    }
    if (gradient.length != parameters.weights().length || added.length != SUMS) {
      throw new IllegalArgumentException(
          "a gradient of %d values and %d sums, of %d parameters"
              .formatted(gradient.length, added.length, parameters.weights().length));
    }
    if (!bound.allows(version - computedOn)) {
      throw new IllegalStateException(
          "trainer %d is %d versions behind, more than %d"
              .formatted(rank, version - computedOn, bound.most()));
    }
  }

  /** Makes a version of all that waits, if something does and nobody gets too far behind by it. */
  private void settle() {
    if (Arrays.stream(gradients).allMatch(Objects::isNull)) {
      return;
    }
    long oldest = version;
    for (long of : given) {
      oldest = of == IDLE ? oldest : Math.min(oldest, of);
    }
    final boolean nobodyComputes = Arrays.stream(given).allMatch(of -> of == IDLE);
    if (!nobodyComputes && !bound.allows(version + 1 - oldest)) {
      return;
    }
    final boolean[] had = new boolean[given.length];
    final double[] added = new double[SUMS];
    float[] sum = {};
    int count = 0;
    for (int rank = 0; rank < given.length; rank++) {
      if (gradients[rank] != null) {
        sum = count == 0 ? gradients[rank] : add(gradients[rank], sum);
        for (int i = 0; i < SUMS; i++) {
          added[i] += sums[rank][i];
        }
        gradients[rank] = null;
        sums[rank] = null;
        had[rank] = true;
        count++;
      }
    }
    parameters.update(added, sum, count);
    version++;
    toCome -= count;
    for (int rank = 0; rank < given.length; rank++) {
      if (had[rank]) {
        give(rank);
      }
    }
  }

  /** Adds to a sum, which it gives back. */
  private static float[] add(float[] gradient, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += gradient[i];
    }
    return sum;
  }

  /** Gives a trainer the present version to compute on, or has it wait for the end of the epoch. */
  private void give(int rank) {
    if (toGive > 0) {
      toGive--;
      given[rank] = version;
      replies.get(rank).complete(served(true));
      return;
    }
    ended[rank] = true;
    if (toCome == 0 && nobodyExpected()) {
      final ServedVersion last = served(false);
      for (int other = 0; other < given.length; other++) {
        if (ended[other]) {
          ended[other] = false;
          replies.get(other).complete(last);
        }
      }
    }
  }

  private boolean nobodyExpected() {
    for (boolean one : expected) {
      if (one) {
        return false;
      }
    }
    return true;
  }

  private ServedVersion served(boolean more) {
    return new ServedVersion(
        version,
        more,
        parameters.weights().clone(),
        parameters.sums().clone(),
        parameters.pushes());
  }
}
