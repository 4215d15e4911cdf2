// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.ErrorInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes up requests: once each, by the node that finds the {@link RequestRecord} open under its
 * lock. Safe for use by several threads and nodes.
 */
@Singleton
public final class RequestTaker {
  private final RequestCaches caches;
  private final RequestRecords records;
  private final RequestRun run;
  private final RequestReport report;
  private final Cluster cluster;
  private final RequestOffers offers;
  private final NodeThreads threads;
  private final int mostAtOnce;
  private final Map<String, Running> running = new ConcurrentHashMap<>();

  @Inject
  RequestTaker(
      RequestCaches caches,
      RequestRecords records,
      RequestRun run,
      RequestReport report,
      Cluster cluster,
      RequestOffers offers,
      NodeThreads threads,
      NodeLimits limits) {
    this.caches = caches;
    this.records = records;
    this.run = run;
    this.report = report;
    this.cluster = cluster;
    this.offers = offers;
    this.threads = threads;
    this.mostAtOnce = limits.loads();
  }

  /** A request that this node takes up. */
  private static final class Running {
    private volatile boolean stopped;
  }

  /** The node is about to stop: other nodes go on with what it has taken up. */
  public void leave() {
    run.leave();
    running.values().forEach(request -> request.stopped = true);
  }

  /**
   * Does what the request under a name asks for, unless that was done.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_BUSY} if this node takes up as many
   *     as it may
   */
  void take(String name) {
    final Optional<StampedRequest> request = caches.request(name);
    if (request.isEmpty()) {
      return; // it was removed
    }
    if (request.get().cancels()) {
      cancel(name, request.get().stamp());
    } else {
      begin(name, request.get());
    }
  }

  private void begin(String name, StampedRequest request) {
    final Running mine = new Running();
    reserve(name, mine);
    try {
      threads.coordinators().execute(() -> run(name, request, mine));
    } catch (GraphemberException e) {
      running.remove(name, mine);
      throw e;
    }
  }

  private void run(String name, StampedRequest request, Running mine) {
    try {
      final RequestRecord record =
          records.change(name, found -> take(request.stamp(), found)).orElseThrow();
      if (record.isTakenBy(cluster.local().id()) && record.stamp().equals(request.stamp())) {
        mine.stopped |= record.cancelled(); // while another node had it
        run.run(name, request, () -> mine.stopped);
      } else {
        report.tell(name, record);
      }
    } finally {
      running.remove(name, mine);
    }
  }

  private synchronized void reserve(String name, Running mine) {
    if (running.size() >= mostAtOnce || running.putIfAbsent(name, mine) != null) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "This node takes up %d of at most %d requests: they are taken up when others are."
              .formatted(running.size(), mostAtOnce));
    }
  }

  /** What a request makes of what there is under its name. */
  private Optional<RequestRecord> take(StampedRequest.Stamp stamp, Optional<RequestRecord> found) {
    if (found.isEmpty() || !found.get().running() && !found.get().handled().equals(stamp.put())) {
      return Optional.of(RequestRecord.taken(stamp, cluster.local().id()));
    }
    final RequestRecord there = found.get();
    if (there.stamp().put().equals(stamp.put())) {
      return Optional.of(open(there) ? there.takenBy(cluster.local().id()) : there);
    }
    return Optional.of(
        there.handled().equals(stamp.put())
            ? there
            : there.refusing(
                stamp.put(),
                ErrorInfo.of(
                    new GraphemberException(
                        NodeError.REQUEST_REFUSED,
                        "The request before under this name has not ended: put cancel first, or this one under another name."))));
  }

  /** True if nobody does what a request needs before its job is submitted. */
  private boolean open(RequestRecord record) {
    return record.isTakenBy(cluster.local().id()) // and is not among those that it runs
        || record.state() == RequestRecord.State.TAKEN && !cluster.has(record.node());
  }

  private void cancel(String name, StampedRequest.Stamp stamp) {
    final Optional<RequestRecord> record =
        records.change(
            name,
            found ->
                found.map(
                    there ->
                        there.handled().equals(stamp.put())
                            ? there
                            : there.running()
                                ? there.cancelledBy(stamp.put())
                                : there.refusing(stamp.put(), nothingRuns())));
    if (record.isEmpty()) {
      report.refused(name, nothingRuns());
      caches.removeRequest(name);
      return;
    }
    final RequestRecord found = record.get();
    switch (found.state()) {
      case TAKEN -> offers.stop(name, found.node());
      case SUBMITTED -> run.cancel(stamp.bySubject(), found.number().orElseThrow());
      case ENDED -> report.tell(name, found);
    }
  }

  private static ErrorInfo nothingRuns() {
    return ErrorInfo.of(
        new GraphemberException(
            NodeError.REQUEST_REFUSED, "Nothing runs under this name that could be cancelled."));
  }

  /** Stops what this node does for a request. */
  void stop(String name) {
    final Running found = running.get(name);
    if (found != null) {
      found.stopped = true;
    }
  }

  /** Says why a request was not let in; that under its name goes on. */
  void refused(String name, ErrorInfo why) {
    final Optional<RequestRecord> record =
        records.update(name, found -> found.refusing(found.handled(), why));
    if (record.isPresent()) {
      report.tell(name, record.get());
    } else {
      report.refused(name, why);
    }
  }
}
