// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.Json;
import io.graphember.ignite.entry.IgniteEntries;
import io.graphember.jobs.catalog.CacheNames;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.ignite.Ignite;

/**
 * What clients put and read: requests and their states by name. Safe for use by several threads.
 */
final class RequestCaches {
  private final IgniteEntries requests;
  private final IgniteEntries states;

  @Inject
  RequestCaches(Ignite ignite) {
    requests = new IgniteEntries(ignite, CacheNames.REQUESTS);
    states = new IgniteEntries(ignite, CacheNames.STATUS);
  }

  /** The request under a name. */
  Optional<StampedRequest> request(String name) {
    return requests.text(name).flatMap(StampedRequest::parse);
  }

  /** All requests by name. */
  SortedMap<String, StampedRequest> requests() {
    final SortedMap<String, StampedRequest> all = new TreeMap<>();
    requests
        .below("")
        .forEach(
            (name, text) ->
                StampedRequest.parse(text).ifPresent(request -> all.put(name, request)));
    return all;
  }

  /** Removes a request, if there is one. */
  void removeRequest(String name) {
    requests.again(() -> requests.remove(name));
  }

  /** Says how far a request is. */
  void say(String name, RequestStatus status) {
    final String text = Json.write(status);
    if (!states.text(name).filter(text::equals).isPresent()) {
      states.again(() -> states.replace(name, text));
    }
  }

  /** What is said of a request; empty if nothing is. */
  Optional<RequestStatus> status(String name) {
    return states.text(name).map(text -> Json.read(text, RequestStatus.class));
  }

  /** Names that something is said of. */
  Set<String> stated() {
    return states.below("").keySet();
  }

  /** Says nothing of a name any more. */
  void removeStatus(String name) {
    states.again(() -> states.remove(name));
  }
}
