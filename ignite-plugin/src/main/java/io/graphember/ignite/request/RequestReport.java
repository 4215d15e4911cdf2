// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.ErrorInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.client.api.predict.VertexPredictions;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.submit.JobStates;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;

/** Says how far requests are whose jobs are submitted. Safe for use by several threads. */
final class RequestReport {
  private static final long SECOND_MILLIS = 1000;

  private final RequestCaches caches;
  private final JobStates states;
  private final GraphCatalog graphs;
  private final Clock clock;

  @Inject
  RequestReport(RequestCaches caches, JobStates states, GraphCatalog graphs, Clock clock) {
    this.caches = caches;
    this.states = states;
    this.graphs = graphs;
    this.clock = clock;
  }

  /**
   * Says what is known of a request that has ended. Of others one node speaks at a time, so that
   * what is older is not said later: who takes it up, and then the oldest.
   */
  void tell(String name, RequestRecord record) {
    if (record.running()) {
      return;
    }
    if (record.number().isPresent()) {
      tell(name, record, states.of(record.number().get()));
    } else if (record.failure().isPresent()) {
      caches.say(name, RequestStatus.ended(record));
    } else { // the answer stands nowhere else
      caches
          .status(name)
          .ifPresent(answered -> caches.say(name, answered.refusing(record.refused())));
    }
  }

  /** Says what a model predicts of the vertices that a request asks for, which has ended so. */
  void answered(String name, RequestRecord record, VertexPredictions answer) {
    caches.say(name, RequestStatus.answered(record, answer, clock.millis()));
  }

  /** Says how far the node is that takes a request up. */
  void taking(String name, RequestRecord record, String phase) {
    caches.say(name, RequestStatus.taken(record, phase, clock.millis()));
  }

  /** Says why a request was refused under a name that has no other. */
  void refused(String name, ErrorInfo why) {
    caches.say(name, RequestStatus.refused(why, clock.millis()));
  }

  /** Says how far the job of a request is. */
  void tell(String name, RequestRecord record, JobState state) {
    final boolean done = state.status() == JobState.Status.DONE;
    caches.say(name, RequestStatus.of(record, state, done ? results(state) : Map.of(), second()));
  }

  /** Whole seconds, so that nothing is written while nothing else changes. */
  private long second() {
    return clock.millis() / SECOND_MILLIS * SECOND_MILLIS;
  }

  private Map<String, String> results(JobState state) {
    final Map<String, String> results = new TreeMap<>();
    for (PublicationKind<?> kind : PublicationKind.ALL) {
      for (Publication publication :
          graphs.publications(state.graph(), state.name(), kind.name())) {
        results.put(publication.name(), publication.cache());
      }
    }
    return results;
  }
}
