// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.graphember.it.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;

/** A client of Ignite that knows of Graphember nothing but the names of two caches. */
public final class RequestClient implements AutoCloseable {
  public static final Duration BOUND = Duration.ofMinutes(2);
  private static final Set<String> ENDED = Set.of("DONE", "FAILED", "CANCELLED");

  public final IgniteClient ignite;
  public final ClientCache<String, String> requests;
  public final ClientCache<String, String> states;

  public RequestClient(ClientConfiguration configuration) {
    ignite = Ignition.startClient(configuration);
    requests = ignite.cache("graphember.requests");
    states = ignite.cache("graphember.status");
  }

  public static RequestClient of(String address) {
    return new RequestClient(new ClientConfiguration().setAddresses(address));
  }

  public void put(String name, String job) {
    requests.put(name, job);
  }

  /** What is said of a request; missing if nothing is. */
  public JsonNode status(String name) {
    final String text = states.get(name);
    try {
      return new ObjectMapper().readTree(text == null ? "{}" : text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JsonNode await(String name, Predicate<JsonNode> condition) {
    if (!Await.holds(BOUND, () -> condition.test(status(name)))) {
      throw new AssertionError("request %s is at %s".formatted(name, status(name)));
    }
    return status(name);
  }

  public JsonNode await(String name, String status) {
    return await(
        name,
        said -> {
          final String now = said.path("status").asText();
          if (ENDED.contains(now) && !now.equals(status)) {
            throw new AssertionError("request %s has ended so: %s".formatted(name, said));
          }
          return now.equals(status);
        });
  }

  /** Code of the error that a request was refused with. */
  public String awaitRefusal(String name) {
    return await(name, said -> said.has("refused")).path("refused").path("code").asText();
  }

  @Override
  public void close() {
    ignite.close();
  }
}
