// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import io.graphember.cli.view.Console;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.spi.Cancellation;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of commands that connect to a cluster. */
public final class ConnectionOptions {
  /** Where commands connect to that are told nothing. */
  public static final String DEFAULT = "127.0.0.1:10800";

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT[,HOST:PORT...]",
      description =
          "Nodes of the cluster, tried in this order; "
              + DEFAULT
              + " by default where a cluster is needed.")
  private String connect;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "Log in as this user. The password comes from --password-file, GRAPHEMBER_PASSWORD or a prompt.")
  private String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Its first line is the user's password.")
  private String passwordFile;

  @Option(
      names = "--tls",
      description =
          "Speak TLS, with nodes whose certificates the JDK trusts; implied by the next six.")
  private boolean tls;

  @Option(
      names = "--ca",
      paramLabel = "FILE.pem",
      description = "Certificates of authorities that vouch for nodes.")
  private String ca;

  @Option(
      names = "--trust-store",
      paramLabel = "FILE",
      description = "The same as a PKCS12 or JKS store.")
  private String trustStore;

  @Option(
      names = "--cert",
      paramLabel = "FILE.pem",
      description = "Certificate of this client, for nodes that want one.")
  private String cert;

  @Option(
      names = "--key",
      paramLabel = "FILE.pem",
      description = "Its key, PKCS#8 without a password.")
  private String key;

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description = "Certificate and key as a PKCS12 or JKS store.")
  private String keyStore;

  @Option(
      names = "--any-host",
      description = "Take certificates of nodes that are made out for other hosts.")
  private boolean anyHost;

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description = "Its first line is the password of the stores.")
  private String storePasswordFile;

  /** What the command line says. */
  private Map<ConnectionSetting, String> said() {
    Map<ConnectionSetting, String> said = new EnumMap<>(ConnectionSetting.class);
    said.put(ConnectionSetting.CONNECT, connect);
    said.put(ConnectionSetting.USER, user);
    said.put(ConnectionSetting.PASSWORD_FILE, passwordFile);
    said.put(ConnectionSetting.TLS, tls ? "true" : null);
    said.put(ConnectionSetting.CA, ca);
    said.put(ConnectionSetting.TRUST_STORE, trustStore);
    said.put(ConnectionSetting.CERT, cert);
    said.put(ConnectionSetting.KEY, key);
    said.put(ConnectionSetting.KEY_STORE, keyStore);
    said.put(ConnectionSetting.ANY_HOST, anyHost ? "true" : null);
    said.put(ConnectionSetting.STORE_PASSWORD_FILE, storePasswordFile);
    said.values().removeIf(value -> value == null);
    return said;
  }

  /** True if the command line itself names a cluster. */
  public boolean namesCluster() {
    return connect != null;
  }

  /** True if a cluster is named here, in the environment or in the file. */
  public boolean hasCluster(Console console) {
    return inForce(console).saysAny(ConnectionSetting.CONNECT);
  }

  /** All that is in force, of the environment and the file too. */
  public SettingsInForce inForce(Console console) {
    return SettingsInForce.of(said(), console.environment());
  }

  /**
   * Where to connect to; asks for a password if one is missing.
   *
   * @throws io.graphember.spi.error.GraphemberException if a file cannot be used, or nobody is
   *     there to ask
   */
  public ConnectionSettings settings(Console console, Cancellation cancellation) {
    return new ConnectionReader(inForce(console), console, cancellation).read();
  }
}
