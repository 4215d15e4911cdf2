// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.Json;
import io.graphember.spi.error.GraphemberException;
import java.util.function.Function;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;

/** Calls the service of the connected node and turns its errors into ours. */
final class ServiceCalls {
  private final GraphemberService service;
  private final String address;

  ServiceCalls(IgniteClient client, String address) {
    this.service = client.services().serviceProxy(GraphemberService.NAME, GraphemberService.class);
    this.address = address;
  }

  <T> T call(Function<GraphemberService, String> method, TypeReference<T> type) {
    return Json.value(reply(method), type);
  }

  private String reply(Function<GraphemberService, String> method) {
    try {
      return method.apply(service);
    } catch (ClientException e) {
      if (String.valueOf(e.getMessage()).contains("Failed to find deployed service")
          || String.valueOf(e.getMessage()).contains("Service not found")) {
        throw new GraphemberException(
            ClientError.SERVICE_MISSING,
            "The Ignite node at %s has no Graphember: put the plugin into its libs/ folder."
                .formatted(address),
            e);
      }
      throw new GraphemberException(
          ClientError.CALL_FAILED,
          "The node at %s did not answer: %s.".formatted(address, e.getMessage()),
          e);
    }
  }
}
