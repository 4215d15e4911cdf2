// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.submit.JobCancellations;
import io.graphember.jobs.submit.JobStates;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks after the cluster's requests, on the oldest server node: offers those that nobody has taken
 * up, says how far the jobs of the others are, and forgets all but the latest {@value #KEPT} that
 * have ended. Safe for use by several threads.
 */
public final class RequestSweep {
  private static final int KEPT = 1000;
  private static final int MOST_OFFERS = 16; // of one look

  /** A request that is put and ends at once may be known to have ended before it is seen here. */
  private static final long FORGET_MILLIS = 5_000;

  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long TIDY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final RequestCaches caches;
  private final RequestRecords records;
  private final RequestReport report;
  private final RequestOffers offers;
  private final JobStates states;
  private final JobCancellations cancellations;
  private final Cluster cluster;
  private final Clock clock;
  private long askedAgain = System.nanoTime();
  private long tidied = System.nanoTime();

  @Inject
  RequestSweep(
      RequestCaches caches,
      RequestRecords records,
      RequestReport report,
      RequestOffers offers,
      JobStates states,
      JobCancellations cancellations,
      Cluster cluster,
      Clock clock) {
    this.caches = caches;
    this.records = records;
    this.report = report;
    this.offers = offers;
    this.states = states;
    this.cancellations = cancellations;
    this.cluster = cluster;
    this.clock = clock;
  }

  /** Looks once, if this is the oldest node. */
  public synchronized void look() {
    if (!cluster.isOldest()) {
      return;
    }
    final SortedMap<String, RequestRecord> known = records.all();
    final SortedMap<String, StampedRequest> requests = caches.requests();
    offer(requests, known);
    known.forEach(this::follow);
    forget(requests.keySet(), known);
  }

  private void offer(Map<String, StampedRequest> requests, Map<String, RequestRecord> known) {
    final boolean again = System.nanoTime() - askedAgain >= AGAIN_NANOS;
    if (again) {
      askedAgain = System.nanoTime();
    }
    requests.entrySet().stream()
        .sorted(Comparator.comparingLong(request -> request.getValue().stamp().at()))
        .filter(request -> waits(request.getValue(), known.get(request.getKey()), again))
        .limit(MOST_OFFERS)
        .forEach(request -> offer(request.getKey(), known.get(request.getKey())));
  }

  private boolean waits(StampedRequest request, @Nullable RequestRecord record, boolean again) {
    return record == null
        || !record.handled().equals(request.stamp().put())
        || record.state() == RequestRecord.State.TAKEN && (again || !cluster.has(record.node()));
  }

  /** A node that has taken one up goes on with it, if it has stopped to. */
  private void offer(String name, @Nullable RequestRecord record) {
    if (record != null
        && record.state() == RequestRecord.State.TAKEN
        && cluster.has(record.node())) {
      offers.offer(name, record.node());
    } else {
      offers.offer(name);
    }
  }

  private void follow(String name, RequestRecord record) {
    if (record.state() == RequestRecord.State.SUBMITTED) {
      try {
        follow(name, record, states.of(record.number().orElseThrow()));
      } catch (GraphemberException e) {
        if (!e.is(NodeError.JOB_UNKNOWN)) {
          return; // its node cannot be asked now: the others do not wait for that
        }
        records
            .end(name, ErrorInfo.of(e))
            .ifPresent(now -> caches.say(name, RequestStatus.ended(now)));
      }
    }
  }

  private void follow(String name, RequestRecord record, JobState state) {
    report.tell(name, record, state);
    if (state.status().ended()) {
      records
          .end(name, null)
          .ifPresent(now -> report.tell(name, now, state)); // another may have been refused since
    } else if (record.cancelled()) {
      cancellations.cancel(state.job());
    }
  }

  private void forget(Set<String> requests, Map<String, RequestRecord> known) {
    final List<Map.Entry<String, RequestRecord>> ended =
        new ArrayList<>(
            known.entrySet().stream().filter(record -> !record.getValue().running()).toList());
    ended.sort(Comparator.comparingLong(record -> -record.getValue().ended()));
    Stream.concat(
            ended.stream().skip(KEPT),
            ended.stream()
                .limit(KEPT)
                .filter(record -> !requests.contains(record.getKey()))
                .filter(record -> clock.millis() - record.getValue().ended() > FORGET_MILLIS))
        .map(Map.Entry::getKey)
        .forEach(this::forget);
    if (System.nanoTime() - tidied >= TIDY_NANOS) {
      tidied = System.nanoTime();
      final Set<String> refused = new TreeSet<>(caches.stated());
      refused.removeAll(known.keySet());
      refused.removeAll(requests);
      refused.stream().skip(KEPT).forEach(caches::removeStatus);
    }
  }

  private void forget(String name) {
    caches.removeRequest(name);
    caches.removeStatus(name);
    records.remove(name);
  }
}
