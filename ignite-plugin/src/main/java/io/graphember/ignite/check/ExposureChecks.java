// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import io.graphember.client.api.node.Finding;
import io.graphember.client.api.node.Finding.Verdict;
import java.util.List;
import org.apache.ignite.IgniteSystemProperties;
import org.apache.ignite.configuration.ClientConnectorConfiguration;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Looks at how far a node is open to strangers. Ignite takes a request of up to 2 GiB into memory
 * before anybody looks at it, so who reaches the client connector can exhaust a node. Safe for any
 * thread.
 */
public final class ExposureChecks {
  private static final String CONNECTOR = "client connector";
  private static final String NEEDED =
      "this machine alone, or certificates of clients: whoever connects can exhaust the node's memory";

  private ExposureChecks() {}

  /** All findings about a node's configuration, the good ones too. */
  public static List<Finding> findings(IgniteConfiguration node) {
    return List.of(
        connector(node.getClientConnectorConfiguration(), node.getLocalHost()),
        whiteList(
            IgniteSystemProperties.getString(IgniteSystemProperties.IGNITE_MARSHALLER_WHITELIST)));
  }

  /**
   * The classes that the marshaller reads.
   *
   * @param file what Ignite's property names; null for none
   */
  static Finding whiteList(@Nullable String file) {
    return new Finding(
        "white list of classes",
        file == null ? "none" : file,
        "one: otherwise clients can make the node run what any class on its class path does when it is read",
        file == null ? Verdict.RISK : Verdict.GOOD,
        file == null
            ? "write one with graphember doctor --write-whitelist FILE, and start all server nodes with -DIGNITE_MARSHALLER_WHITELIST=FILE"
            : "");
  }

  /**
   * The connector of thin clients, JDBC and ODBC.
   *
   * @param connector null for none
   * @param localHost address of the node; null for all
   */
  static Finding connector(
      @Nullable ClientConnectorConfiguration connector, @Nullable String localHost) {
    if (connector == null) {
      return new Finding(CONNECTOR, "none", NEEDED, Verdict.GOOD, "");
    }
    final String host = connector.getHost() == null ? localHost : connector.getHost();
    if (host != null
        && (host.startsWith("127.") || host.equals("localhost") || host.equals("::1"))) {
      return new Finding(CONNECTOR, "on " + host, NEEDED, Verdict.GOOD, "");
    }
    final String where = host == null ? "on all addresses" : "on " + host;
    if (connector.isSslEnabled() && connector.isSslClientAuth()) {
      return new Finding(CONNECTOR, where + ", with client certificates", NEEDED, Verdict.GOOD, "");
    }
    return new Finding(
        CONNECTOR,
        where + (connector.isSslEnabled() ? ", any client with TLS" : ", any client"),
        NEEDED,
        Verdict.RISK,
        "set sslEnabled and sslClientAuth in ClientConnectorConfiguration, or let a firewall keep strangers from its port");
  }
}
