// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.ignite.client.ClientRetryNonePolicy;
import org.apache.ignite.client.SslMode;
import org.apache.ignite.configuration.ClientConfiguration;

/** Ignite's configuration of ours. */
final class ClientConfigurations {
  private ClientConfigurations() {}

  /** For calls of the service: one node, and no call twice. */
  static ClientConfiguration ofService(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    return of(address, settings, tls)
        .setPartitionAwarenessEnabled(false)
        .setClusterDiscoveryEnabled(false)
        .setRetryPolicy(new ClientRetryNonePolicy());
  }

  /** For results: from one node to all others, each key at the node that has it. */
  static ClientConfiguration ofResults(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    return of(address, settings, tls)
        .setPartitionAwarenessEnabled(true)
        .setClusterDiscoveryEnabled(true);
  }

  private static ClientConfiguration of(
      Address address, ConnectionSettings settings, Optional<SSLContext> tls) {
    ClientConfiguration configuration =
        new ClientConfiguration()
            .setAddresses(address.toString())
            .setTimeout(Math.toIntExact(settings.timeout().toMillis()))
            .setSendBufferSize(0)
            .setReceiveBufferSize(0);
    settings
        .login()
        .ifPresent(
            login -> configuration.setUserName(login.user()).setUserPassword(login.password()));
    tls.ifPresent(
        context -> configuration.setSslMode(SslMode.REQUIRED).setSslContextFactory(() -> context));
    return configuration;
  }
}
