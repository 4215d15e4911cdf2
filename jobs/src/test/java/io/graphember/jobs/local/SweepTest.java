// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.PublicationViews;
import io.graphember.jobs.checkpoint.CheckpointEntries;
import io.graphember.jobs.checkpoint.StoredCheckpoint;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.limit.JobLimits;
import io.graphember.jobs.majority.Majority;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What is destroyed while others go on. */
class SweepTest {
  private static final long JOB = 7;
  private static final String CACHE = "graphember.checkpoints.blocks.job.v3";
  private static final String USE = "use/" + CACHE;

  private final LocalCluster cluster = new LocalCluster(2, 2, new JobLimits(4, 3, 10_000, 1_000));
  private final LocalNode leaving = cluster.node(0);
  private final LocalNode sweeping = cluster.node(1);

  SweepTest() throws InterruptedException {}

  /** A job runs that has a checkpoint. */
  private void begin() {
    cluster.create(CACHE, 4);
    new JobRecords(cluster.entries())
        .begin(JobRecord.submitted(JOB, "{}", Optional.empty(), leaving.self().id(), 0));
    leaving.part(GraphCatalog.class).begin(CACHE);
    new CheckpointEntries(cluster.entries())
        .put(new StoredCheckpoint(JOB, "blocks", 1, "job", CACHE, 0));
    leaving.part(GraphCatalog.class).putManifest(CACHE, new byte[] {1});
  }

  /** The catalog, in which the coordinator stops to use its cache behind the first look at uses. */
  private CatalogEntries leavingMeanwhile() {
    final AtomicBoolean looked = new AtomicBoolean();
    return (CatalogEntries)
        Proxy.newProxyInstance(
            CatalogEntries.class.getClassLoader(),
            new Class<?>[] {CatalogEntries.class},
            (proxy, method, arguments) -> {
              try {
                final Object answer = method.invoke(cluster.entries(), arguments);
                if (method.getName().equals("below")
                    && USE.startsWith((String) arguments[0])
                    && !looked.getAndSet(true)) {
                  cluster.entries().remove(USE);
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private GraphCatalog catalog(CatalogEntries entries) {
    return new GraphCatalog(
        entries,
        sweeping.part(Cluster.class),
        sweeping.part(Caches.class),
        sweeping.part(PublicationViews.class),
        sweeping.part(NodeLog.class),
        sweeping.part(Majority.class),
        Clock.systemUTC(),
        Runnable::run);
  }

  /**
   * Its coordinator says that it uses the cache no more, and another node will say that it does.
   */
  @Test
  void theCheckpointOfAJobThatIsHandedOverStays() {
    begin();
    catalog(leavingMeanwhile()).sweep();
    assertThat(cluster.entries().has(USE)).isFalse();
    assertThat(cluster.cacheNames()).contains(CACHE);
    assertThat(cluster.entries().has("checkpoint/" + JOB)).isTrue();
    cluster.close();
  }
}
