// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.partition.exchange.ShardExchange;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Shards of a graph that are threads of this process; counts what they say to one another. */
public final class ThreadShards {
  private static final long MOST_MINUTES = 30;

  private final byte[][][] sent; // [from, to]
  private final CyclicBarrier barrier;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong calls = new AtomicLong();

  public ThreadShards(int shards) {
    sent = new byte[shards][][];
    barrier = new CyclicBarrier(shards);
  }

  /** Does the work of all shards. */
  public void run(Consumer<ShardExchange> work) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(sent.length);
    try {
      for (Future<?> done :
          IntStream.range(0, sent.length)
              .<Future<?>>mapToObj(shard -> pool.submit(() -> work.accept(new Side(shard))))
              .toList()) {
        done.get(MOST_MINUTES, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  /** Bytes that shards have sent to other shards. */
  public long bytes() {
    return bytes.get();
  }

  /** Supersteps so far. */
  public long supersteps() {
    return calls.get() / sent.length;
  }

  private final class Side implements ShardExchange {
    private final int shard;

    Side(int shard) {
      this.shard = shard;
    }

    @Override
    public int shard() {
      return shard;
    }

    @Override
    public int shards() {
      return sent.length;
    }

    @Override
    public byte[][] exchange(byte[][] messages) {
      calls.incrementAndGet();
      sent[shard] = messages;
      await();
      byte[][] come = new byte[sent.length][];
      for (int from = 0; from < come.length; from++) {
        come[from] = sent[from][shard];
        bytes.addAndGet(from == shard ? 0 : come[from].length);
      }
      await();
      return come;
    }

    private void await() {
      try {
        barrier.await(MOST_MINUTES, TimeUnit.MINUTES);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
