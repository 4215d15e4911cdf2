// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.cluster.FirstBatch;
import io.graphember.benchmarks.cluster.ServerJvms;
import io.graphember.benchmarks.graphs.RmatSource;
import io.graphember.benchmarks.measure.Benchmark;
import io.graphember.benchmarks.measure.BenchmarkOptions;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.JobInfo;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.ignite.Ignition;
import org.apache.ignite.cache.CacheMode;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientCacheConfiguration;
import org.apache.ignite.client.IgniteClient;

/**
 * What clients wait for: from the put of a request to the first batch of its job, and look-ups of
 * embeddings by key while a job trains. A node stores and answers on one core, with the clients; a
 * node trains on the other.
 */
final class Doors implements Benchmark {
  private static final String GRAPH = "{name: rmat, partitions: 4}";
  private static final String REQUESTS = "graphember.requests";
  private static final String PLAIN = "plain";
  private static final int RUNS = 5;
  private static final double MOST_SECONDS = 1.5;
  private static final double MOST_MILLIS = 2;

  @Override
  public String name() {
    return "doors";
  }

  @Override
  public String description() {
    return "from the put of a request to the first batch, and look-ups by key while a job trains";
  }

  @Override
  public Map<String, String> options() {
    final Map<String, String> options = new LinkedHashMap<>();
    options.put("scale", "14");
    options.put("edges", "200000");
    options.put("features", "64");
    options.put("requests", "10");
    options.put("calls", "10000");
    options.put("callsPerSecond", "2000");
    options.put("pin", "true");
    return options;
  }

  private static String job(String name, int epochs, int traced) {
    return """
        {name: %s, backend: djl, graph: %s,
         model: {type: graphsage, hidden: 64},
         training: {epochs: %d, batchSize: 256, fanouts: [5, 5], trainers: 1, baseline: false,
           checkpointEvery: "0", observe: {traceSteps: %d}},
         publish: {predictions: false, embeddings: %s}}
        """
        .formatted(name, GRAPH, epochs, traced, traced == 0);
  }

  @Override
  public List<Measurement> run(BenchmarkOptions options) throws Exception {
    final int features = Integer.parseInt(options.text("features"));
    try (ServerJvms servers = ServerJvms.start(1, 1);
        GraphemberClient client = GraphemberClient.connect(servers.address());
        IgniteClient plain =
            Ignition.startClient(GraphemberClient.configuration(servers.address()));
        GraphSource source =
            new RmatSource(
                Integer.parseInt(options.text("scale")),
                Long.parseLong(options.text("edges")),
                features,
                8,
                2000)) {
      if (Boolean.parseBoolean(options.text("pin"))) {
        servers.pin(0, 0);
        servers.pin(1, 1);
        ServerJvms.pinSelf(0);
      }
      client.load(GRAPH, source, progress -> {}, Cancellation.NEVER);
      client.submit(job("looked-up", 2, 0)).await(state -> {}, Cancellation.NEVER);
      final List<Measurement> all = new ArrayList<>();
      all.add(requests(client, plain, Integer.parseInt(options.text("requests"))));
      all.addAll(lookUps(client, plain, options));
      return all;
    }
  }

  /** Wall time from the put to the computation of the first batch, by the clock of this machine. */
  private static Measurement requests(GraphemberClient client, IgniteClient plain, int count)
      throws InterruptedException {
    final ClientCache<String, String> requests = plain.cache(REQUESTS);
    final List<Double> seconds = new ArrayList<>();
    for (int i = 0; i <= count; i++) {
      final String name = "request-" + i;
      final long put = System.currentTimeMillis();
      requests.put(name, job(name, 1, 1));
      final JobHandle job = client.job(awaitJob(client, name));
      job.watch(state -> {}, lost -> {}, Cancellation.NEVER);
      if (i > 0) { // the first one warms up
        seconds.add(FirstBatch.seconds(job.result(), put));
      }
    }
    return Measurement.lower("put of a request to its first batch", "s", seconds)
        .withTarget(MOST_SECONDS)
        .in("2 JVMs");
  }

  private static long awaitJob(GraphemberClient client, String name) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    final long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (System.nanoTime() < end) {
      final Optional<Long> job =
          client.jobs().stream().filter(of -> of.name().equals(name)).map(JobInfo::job).findFirst();
      if (job.isPresent()) {
        return job.get();
      }
      never.await(20, TimeUnit.MILLISECONDS);
    }
    throw new IllegalStateException("the request " + name + " was not taken up");
  }

  private static List<Measurement> lookUps(
      GraphemberClient client, IgniteClient plain, BenchmarkOptions options)
      throws InterruptedException {
    final int calls = Integer.parseInt(options.text("calls"));
    final long everyNanos =
        TimeUnit.SECONDS.toNanos(1) / Integer.parseInt(options.text("callsPerSecond"));
    final PublishedTable<float[]> embeddings = client.embeddings("rmat", "looked-up");
    final Object[] keys = embeddings.sample(calls).keySet().toArray();
    // Replicated: the node that the client speaks to has every key, as it has every embedding.
    final ClientCache<Object, float[]> cache =
        plain.getOrCreateCache(
            new ClientCacheConfiguration().setName(PLAIN).setCacheMode(CacheMode.REPLICATED));
    for (Object key : keys) {
      cache.put(key, new float[64]);
    }
    final LongConsumer lookUp = i -> embeddings.get((Long) key(keys, i));
    final LongConsumer get = i -> cache.get(key(keys, i));
    final JobHandle job = client.submit(job("beside", 1_000_000, 0));
    try {
      awaitEpochs(job);
      final List<Double> lookUps = new ArrayList<>();
      final List<Double> gets = new ArrayList<>();
      run(lookUp, calls, everyNanos); // warm
      run(get, calls, everyNanos);
      for (int run = 0; run < RUNS; run++) {
        lookUps.add(run(lookUp, calls, everyNanos));
        gets.add(run(get, calls, everyNanos));
      }
      return List.of(
          Measurement.lower("p99 of a look-up while a job trains", "ms", lookUps)
              .withTarget(MOST_MILLIS)
              .in("2 JVMs"),
          Measurement.lower("p99 of a get of a bare cache, by turns", "ms", gets).in("2 JVMs"));
    } finally {
      job.cancel();
      job.watch(state -> {}, lost -> {}, Cancellation.NEVER);
    }
  }

  private static void awaitEpochs(JobHandle job) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    while (job.state().epochs().size() < 5) {
      never.await(20, TimeUnit.MILLISECONDS);
    }
  }

  private static Object key(Object[] keys, long call) {
    return keys[CounterRandom.bounded(CounterRandom.bits(7, call), keys.length)];
  }

  /** Calls at a rate, each timed from when it was due; milliseconds that 99 of 100 take at most. */
  private static double run(LongConsumer call, int calls, long everyNanos) {
    final double[] millis = new double[calls];
    final long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      final long due = start + i * everyNanos;
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      call.accept(i);
      millis[i] = (System.nanoTime() - due) / 1e6;
    }
    Arrays.sort(millis);
    return new Percentile().evaluate(millis, 99);
  }
}
