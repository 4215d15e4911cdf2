// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.query.SqlFieldsQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;

/**
 * What a cluster does beside jobs: puts, gets and SQL of a thin client at a fixed rate, whether
 * earlier ones are answered or not (an open loop). A latency is counted from when a request was to
 * be sent, so that one which waits for others counts as long as its user would wait (Tene's
 * coordinated omission).
 */
public final class ProductionLoad implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int CUSTOMERS = 2_000;
  private static final int ORDERS = 10;
  private static final int KEYS = 50_000;
  private static final int VALUE_BYTES = 256;
  private static final int FILL = 500;

  /** Of ten requests four put, four get, two are queries. */
  private static final int KINDS = 10;

  private static final int PUTS = 4;
  private static final int GETS = 8;

  private final IgniteClient client;
  private final ClientCache<Integer, byte[]> cache;
  private final ExecutorService threads = new ForkJoinPool(THREADS);

  /**
   * Latencies in seconds, ascending.
   *
   * @param seconds of every request
   */
  public record Latencies(double[] seconds) {
    /** The latency that a share of the requests does not exceed. */
    public double at(double share) {
      return seconds[(int) Math.min(seconds.length - 1L, (long) (share * seconds.length))];
    }
  }

  /** A load on a node, which gets what is put, read and queried. */
  public ProductionLoad(String address) {
    client = Ignition.startClient(GraphemberClient.configuration(address));
    cache = client.getOrCreateCache("accounts");
    sql("CREATE TABLE IF NOT EXISTS orders (id INT PRIMARY KEY, customer INT, price INT)");
    sql("CREATE INDEX IF NOT EXISTS orders_customer ON orders (customer)");
    for (int first = 0; first < CUSTOMERS * ORDERS; first += FILL) {
      sql("INSERT INTO orders (id, customer, price) VALUES " + rows(first));
    }
    IntStream.range(0, KEYS).forEach(key -> cache.put(key, new byte[VALUE_BYTES]));
  }

  private static String rows(int first) {
    return String.join(
        ", ",
        IntStream.range(first, first + FILL)
            .mapToObj(id -> "(%d, %d, %d)".formatted(id, id % CUSTOMERS, id % 97))
            .toList());
  }

  private void sql(String statement, Object... arguments) {
    client.query(new SqlFieldsQuery(statement).setArgs(arguments)).getAll();
  }

  /**
   * Sends requests for some time.
   *
   * @param rate requests a second
   */
  public Latencies run(int rate, double seconds) throws Exception {
    final double[] latencies = new double[(int) (rate * seconds)];
    final AtomicInteger next = new AtomicInteger();
    final long began = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
    final double gap = 1e9 / rate;
    final Future<?>[] all = new Future<?>[THREADS];
    for (int t = 0; t < THREADS; t++) {
      all[t] =
          threads.submit(
              () -> {
                for (int i = next.getAndIncrement();
                    i < latencies.length;
                    i = next.getAndIncrement()) {
                  final long intended = began + (long) (i * gap);
                  awaitTime(intended);
                  request(i);
                  latencies[i] = (System.nanoTime() - intended) / 1e9;
                }
              });
    }
    for (Future<?> one : all) {
      one.get();
    }
    Arrays.sort(latencies);
    return new Latencies(latencies);
  }

  private static void awaitTime(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void request(int number) {
    final int kind = CounterRandom.bounded(CounterRandom.bits(0, number), KINDS);
    final int key = CounterRandom.bounded(CounterRandom.bits(1, number), KEYS);
    if (kind < PUTS) {
      cache.put(key, new byte[VALUE_BYTES]);
    } else if (kind < GETS) {
      cache.get(key);
    } else {
      sql("SELECT COUNT(*), SUM(price) FROM orders WHERE customer = ?", key % CUSTOMERS);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
  }
}
