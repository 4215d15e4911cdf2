// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.client.GraphemberClient;
import io.graphember.ignite.entry.IgniteEntries;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.spi.Cancellation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What a job took, and what it asked the guards of its node for. Nothing of it is counted where the
 * job itself would pay for it.
 *
 * @param seconds from its submission to its end
 * @param processorSeconds of all threads of the JVM, its client among them
 * @param requests of the client
 * @param permits questions to the authorizer
 * @param claimChanges changes of the catalog's entry of claims: one for room that is reserved or
 *     given back, two for room that is made less
 * @param commits transactions of the node, all of them
 */
public record GuardedJob(
    double seconds,
    double processorSeconds,
    long requests,
    long permits,
    long claimChanges,
    long commits) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLAIMS = "claims";
  private static final long LONGEST_SECONDS = 60;

  /** Runs a job to its end. */
  public static GuardedJob run(GuardedCluster cluster, GraphemberClient client, String job)
      throws TimeoutException, JsonProcessingException {
    final LongAdder states = new LongAdder();
    final long permits = cluster.asked();
    final long claims = claims(cluster);
    final long commits = commits(cluster);
    final double processor = Stopwatch.processorSeconds();
    final long started = System.nanoTime();
    client.submit(job).await(state -> states.increment(), Cancellation.NEVER);
    final double seconds = (System.nanoTime() - started) / 1e9;
    awaitEnd(cluster);
    return new GuardedJob(
        seconds,
        Stopwatch.processorSeconds() - processor,
        states.sum() + 2, // submit and result
        cluster.asked() - permits,
        claims(cluster) - claims,
        commits(cluster) - commits);
  }

  /** The client hears of the end before the node has given back the room of the job's record. */
  private static void awaitEnd(GuardedCluster cluster) throws TimeoutException {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    while (cluster.parts().running().count() > 0) {
      if (System.nanoTime() > end) {
        throw new TimeoutException("the job does not end");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static long claims(GuardedCluster cluster) throws JsonProcessingException {
    String text = new IgniteEntries(cluster.node(), CacheNames.CATALOG).text(CLAIMS).orElse("{}");
    return JSON.readTree(text).path("version").asLong();
  }

  private static long commits(GuardedCluster cluster) {
    return cluster.node().transactions().metrics().txCommits();
  }
}
