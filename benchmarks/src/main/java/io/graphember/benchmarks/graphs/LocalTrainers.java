// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.training.sync.Collective;
import io.graphember.training.sync.ParameterServer;
import io.graphember.training.sync.ServedParameters;
import io.graphember.training.sync.ServedVersion;
import io.graphember.training.sync.Staleness;
import io.graphember.training.sync.VersionedParameters;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;

/** What the trainers of one process exchange, a thread each. */
public final class LocalTrainers {
  private final float[][] values;
  private final double[][] metrics;
  private final CyclicBarrier come;
  private final CyclicBarrier taken;
  private final CompletableFuture<ServedParameters> served = new CompletableFuture<>();

  public LocalTrainers(int trainers) {
    values = new float[trainers][];
    metrics = new double[trainers][];
    come = new CyclicBarrier(trainers);
    taken = new CyclicBarrier(trainers);
  }

  /** What the trainers did with the parameters. */
  public ServedParameters.Report report() {
    return served.join().report();
  }

  /** The sums of one trainer with the others. */
  public Collective collective(int rank) {
    return new Collective() {
      @Override
      public int rank() {
        return rank;
      }

      @Override
      public int size() {
        return values.length;
      }

      @Override
      public void allReduce(float[] own, double[] ownMetrics) {
        values[rank] = own.clone();
        metrics[rank] = ownMetrics.clone();
        meet(come);
        for (int r = 0; r < values.length; r++) {
          for (int i = 0; i < own.length; i++) {
            own[i] = r == 0 ? values[r][i] : own[i] + values[r][i];
          }
          for (int i = 0; i < ownMetrics.length; i++) {
            ownMetrics[i] = r == 0 ? metrics[r][i] : ownMetrics[i] + metrics[r][i];
          }
        }
        meet(taken);
      }
    };
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException("a trainer has failed", e);
    }
  }

  /** The parameters as one trainer sees them. */
  public ParameterServer server(int rank, Staleness bound) {
    return new ParameterServer() {
      private long calls;
      private long version;

      @Override
      public int rank() {
        return rank;
      }

      @Override
      public void open(VersionedParameters parameters, long pushes) {
        served.complete(new ServedParameters(values.length, bound, parameters)); // the first time
        served.join().open(pushes);
      }

      @Override
      public <T> T alone(Supplier<T> work) {
        return served.join().alone(work);
      }

      @Override
      public ServedVersion begin() {
        final long call = ++calls;
        return given(served.thenCompose(parameters -> parameters.begin(rank, call)));
      }

      @Override
      public ServedVersion push(float[] gradients, double[] sums) {
        return given(served.join().push(rank, ++calls, version, gradients, sums));
      }

      private ServedVersion given(CompletableFuture<ServedVersion> reply) {
        final ServedVersion next = reply.join();
        version = next.number();
        return next;
      }
    };
  }
}
