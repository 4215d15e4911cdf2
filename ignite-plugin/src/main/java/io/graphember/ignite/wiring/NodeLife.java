// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import io.graphember.ignite.cluster.IgniteCalls;
import io.graphember.ignite.listing.ListingWriter;
import io.graphember.ignite.load.LoadSessions;
import io.graphember.ignite.metric.MetricRegistries;
import io.graphember.ignite.request.RequestSweep;
import io.graphember.ignite.request.RequestTaker;
import io.graphember.ignite.table.LocalReads;
import io.graphember.ignite.timer.NodeTimer;
import io.graphember.ignite.watchdog.WatchTimer;
import io.graphember.jobs.backend.Backends;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.entry.VersionedEntries;
import io.graphember.jobs.follow.Follower;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.predict.VertexPredictor;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.shard.LocalShards;
import io.graphember.jobs.similar.SimilarRows;
import io.graphember.jobs.submit.Adoption;
import io.graphember.jobs.submit.Dispatcher;
import io.graphember.jobs.submit.Retraining;
import io.graphember.sampling.schedule.TaskQueue;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ignite.Ignite;

/** What a node does when it starts and stops, and when others leave. */
public final class NodeLife {
  private static final long LOOK_MILLIS = 1_000;
  private static final long REQUESTS_MILLIS = 500;
  private static final long METRICS_MILLIS = 1_000;
  private static final long LISTINGS_MILLIS = 2_000;
  private static final long SIMILAR_MILLIS = 2_000;

  private final Ignite ignite;
  private final NodeThreads threads;
  private final IgniteCalls calls;
  private final LiveStore live;
  private final TaskQueue gathers;
  private final Backends backends;
  private final GraphCatalog graphs;
  private final WatchTimer watch;
  private final LoadSessions loads;
  private final LocalShards shards;
  private final LocalReads reads;
  private final RunningJobs running;
  private final Adoption adoption;
  private final Dispatcher dispatcher;
  private final Retraining retraining;
  private final RequestSweep requests;
  private final RequestTaker taker;
  private final ListingWriter listings;
  private final MetricRegistries metrics;
  private final NodeTimer timer;
  private final VersionedEntries catalog;
  private final SimilarRows similar;
  private final VertexPredictor predictor;
  private final Follower follower;
  private final AtomicBoolean told = new AtomicBoolean();

  @Inject
  NodeLife(
      Ignite ignite,
      NodeThreads threads,
      IgniteCalls calls,
      LiveStore live,
      TaskQueue gathers,
      Backends backends,
      GraphCatalog graphs,
      WatchTimer watch,
      LoadSessions loads,
      LocalShards shards,
      LocalReads reads,
      RunningJobs running,
      Adoption adoption,
      Dispatcher dispatcher,
      Retraining retraining,
      RequestSweep requests,
      RequestTaker taker,
      ListingWriter listings,
      MetricRegistries metrics,
      NodeTimer timer,
      VersionedEntries catalog,
      SimilarRows similar,
      VertexPredictor predictor,
      Follower follower) {
    this.follower = follower;
    this.similar = similar;
    this.predictor = predictor;
    this.catalog = catalog;
    this.adoption = adoption;
    this.dispatcher = dispatcher;
    this.retraining = retraining;
    this.requests = requests;
    this.taker = taker;
    this.listings = listings;
    this.metrics = metrics;
    this.timer = timer;
    this.ignite = ignite;
    this.threads = threads;
    this.calls = calls;
    this.live = live;
    this.gathers = gathers;
    this.backends = backends;
    this.graphs = graphs;
    this.watch = watch;
    this.loads = loads;
    this.shards = shards;
    this.reads = reads;
    this.running = running;
  }

  /** The node has joined: calls of engines and jobs are looked after from now on. */
  public void started() {
    calls.self(); // when the node stops it is too late to ask
    watch.start();
    timer.every(
        LOOK_MILLIS,
        () -> {
          look();
          graphs.sweepWaiting();
          return true;
        });
    // Apart: who offers a job may wait for a node that is frozen.
    timer.every(
        LOOK_MILLIS,
        () -> {
          dispatch();
          return true;
        });
    timer.every(
        LOOK_MILLIS,
        () -> {
          retrain();
          return true;
        });
    timer.every(
        METRICS_MILLIS,
        () -> {
          metrics.look();
          live.forgetDroppedGraphs();
          return true;
        });
    timer.every(
        LISTINGS_MILLIS,
        () -> {
          writeListings();
          return true;
        });
    timer.every(
        SIMILAR_MILLIS,
        () -> {
          lookAtMemory();
          return true;
        });
    timer.every(
        LOOK_MILLIS,
        () -> {
          follow();
          return true;
        });
    timer.every(
        REQUESTS_MILLIS,
        () -> {
          lookAtRequests();
          return true;
        });
  }

  /**
   * The node is about to stop: what fails from now on has left, and other nodes go on with its
   * jobs.
   */
  public void stopping() {
    taker.leave();
    follower.close();
    running.leaveAll();
    calls.stop();
    live.cancelAll();
    similar.forgetAll();
    predictor.forgetAll();
  }

  /** Asks everything that runs to stop, and waits a little while for it. */
  public void stopWork() {
    loads.stop();
    shards.stop();
    reads.stop();
    running.leaveAll();
    threads.awaitCoordinators();
  }

  /**
   * Frees slabs of jobs, shards of loads and what is read for them, whose coordinator left; one
   * node gives its jobs to others and destroys the caches that it was filling. Called by Ignite's
   * thread of discovery events, which must not wait.
   */
  public void nodeLeft(UUID node) {
    live.releaseOf(node);
    soon(
        () -> {
          shards.releaseOf(node);
          reads.endOf(node);
          lookAndSweep();
        });
  }

  /** Another node joins. Called by Ignite's thread of discovery events, too. */
  public void nodeJoined(UUID node) {
    adoption.seen(node);
  }

  /**
   * The cluster was activated: looks for jobs that were lost with it, and sweeps. Called by
   * Ignite's thread of discovery events, too.
   */
  public void activated() {
    live.forgetGraphs(); // in memory the cluster begins anew, with the same versions
    similar.forgetAll();
    predictor.forgetAll();
    soon(this::lookAndSweep);
  }

  private void lookAndSweep() {
    try {
      look();
    } catch (RuntimeException e) {
      // The topology changes: the timer looks again.
    }
    try {
      sweep();
    } catch (IllegalStateException e) {
      // The node stops: another one sweeps.
    }
  }

  private void look() {
    if (ignite.cluster().state().active() && readable()) {
      adoption.look();
    }
  }

  private void lookAtRequests() {
    if (ignite.cluster().state().active() && readable()) {
      requests.look();
    }
  }

  private void writeListings() {
    if (ignite.cluster().state().active() && readable()) {
      listings.look();
    }
  }

  private void lookAtMemory() {
    if (ignite.cluster().state().active() && readable()) {
      similar.look();
      predictor.look();
    }
  }

  private void follow() {
    if (ignite.cluster().state().active() && readable()) {
      follower.look();
    }
  }

  private void dispatch() {
    if (ignite.cluster().state().active() && readable()) {
      dispatcher.look();
    }
  }

  private void retrain() {
    if (ignite.cluster().state().active() && readable()) {
      retraining.look();
    }
  }

  /**
   * False if a later version of Graphember has written the catalog: this node neither reads nor
   * changes it. The log says so once. Nobody knows while the cluster is not active.
   */
  boolean readable() {
    try {
      if (ignite.cluster().state().active()) {
        catalog.require();
      }
      return true;
    } catch (GraphemberException e) {
      if (!told.getAndSet(true)) {
        ignite.log().error("Graphember: " + e.getMessage());
      }
      return false;
    }
  }

  private void soon(Runnable work) {
    try {
      threads.watches().execute(() -> unlessStopping(work));
    } catch (GraphemberException e) { // the node is busy or stops
      unlessStopping(work);
    }
  }

  /** A node that stops is asked nothing any more; another one does the work. */
  private static void unlessStopping(Runnable work) {
    try {
      work.run();
    } catch (IllegalStateException expected) { // as Ignite says that
      return;
    }
  }

  /**
   * One node destroys the caches that nobody fills any more, if the cluster is active: after a loss
   * of all nodes, too. Waits while the cluster changes its state.
   */
  public void sweep() {
    if (ignite.cluster().state().active()
        && ignite.cluster().forServers().forOldest().nodes().contains(ignite.cluster().localNode())
        && readable()) {
      graphs.sweepSoon();
    }
  }

  /** Stops threads and closes engines; requests of other nodes that still wait are dropped. */
  public void close() {
    try {
      gathers.close(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.close();
    backends.close();
  }
}
