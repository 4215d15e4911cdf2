// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.ErrorInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.limit.NodeLimits;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes up requests: once each, by the node that finds the {@link RequestRecord} open under its
 * lock. Safe for use by several threads and nodes.
 */
@Singleton
public final class RequestTaker {
  private static final String NOTHING_RUNS =
      "Nothing runs under this name that could be cancelled.";

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
      } else if (isOpen(record)) {
        end(name, replaced(name));
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

  private void end(String name, GraphemberException why) {
    records.end(name, ErrorInfo.of(why)).ifPresent(ended -> report.tell(name, ended));
  }

  /** What a request makes of what there is under its name, which this node does not run. */
  private Optional<RequestRecord> take(StampedRequest.Stamp stamp, Optional<RequestRecord> found) {
    final UUID self = cluster.local().id();
    if (found.isEmpty()) {
      return Optional.of(RequestRecord.taken(stamp, self));
    }
    final RequestRecord there = found.get();
    if (there.stamp().put().equals(stamp.put())) {
      return Optional.of(isOpen(there) ? there.takenBy(self) : there);
    }
    if (there.handled().equals(stamp.put())) {
      return found;
    }
    return Optional.of(
        there.running() && !isOpen(there)
            ? there.refusing(
                stamp.put(),
                refusal(
                    "The request before under this name has not ended: put cancel first, or this one under another name."))
            : RequestRecord.taken(stamp, self));
  }

  /**
   * True if nobody does what a request needs before its job is submitted: the node is lost that
   * took it up, or is this one, which does not run it.
   */
  private boolean isOpen(RequestRecord record) {
    return record.isTakenBy(cluster.local().id())
        || record.state() == RequestRecord.State.TAKEN && !cluster.has(record.node());
  }

  private static GraphemberException replaced(String name) {
    return new GraphemberException(
        NodeError.NODE_LOST,
        "The node that took up request %s was lost, and another text was put under its name meanwhile: put it again."
            .formatted(name));
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
                                : there.refusing(stamp.put(), refusal(NOTHING_RUNS))));
    if (record.isEmpty()) {
      report.refused(name, refusal(NOTHING_RUNS));
      caches.removeRequest(name);
      return;
    }
    final RequestRecord found = record.get();
    switch (found.state()) {
      case TAKEN -> {
        if (isOpen(found) && !running.containsKey(name)) {
          end(
              name,
              new GraphemberException(SpiError.CANCELLED, "Cancelled at the user's request."));
        } else {
          offers.stop(name, found.node());
        }
      }
      case SUBMITTED -> run.cancel(stamp.bySubject(), found.number().orElseThrow());
      case ENDED -> report.tell(name, found);
    }
  }

  private static ErrorInfo refusal(String message) {
    return ErrorInfo.of(new GraphemberException(NodeError.REQUEST_REFUSED, message));
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
