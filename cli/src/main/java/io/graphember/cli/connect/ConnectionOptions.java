// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import io.graphember.cli.view.Console;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.spi.Cancellation;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
  private @Nullable String connect;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "Log in as this user. The password comes from --password-file, GRAPHEMBER_PASSWORD or a prompt.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Its first line is the user's password.")
  private @Nullable String passwordFile;

  @Option(
      names = "--tls",
      description =
          "Speak TLS, with nodes whose certificates the JDK trusts; implied by the next six.")
  private boolean tls;

  @Option(
      names = "--ca",
      paramLabel = "FILE.pem",
      description = "Certificates of authorities that vouch for nodes.")
  private @Nullable String ca;

  @Option(
      names = "--trust-store",
      paramLabel = "FILE",
      description = "The same as a PKCS12 or JKS store.")
  private @Nullable String trustStore;

  @Option(
      names = "--cert",
      paramLabel = "FILE.pem",
      description = "Certificate of this client, for nodes that want one.")
  private @Nullable String cert;

  @Option(
      names = "--key",
      paramLabel = "FILE.pem",
      description = "Its key, PKCS#8 without a password.")
  private @Nullable String key;

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description = "Certificate and key as a PKCS12 or JKS store.")
  private @Nullable String keyStore;

  @Option(
      names = "--any-host",
      description = "Take certificates of nodes that are made out for other hosts.")
  private boolean anyHost;

  @Option(
      names = "--store-password-file",
      paramLabel = "FILE",
      description = "Its first line is the password of the stores.")
  private @Nullable String storePasswordFile;

  /** What the command line says. */
  private Map<ConnectionSetting, String> said() {
    Map<ConnectionSetting, String> said = new EnumMap<>(ConnectionSetting.class);
    put(said, ConnectionSetting.CONNECT, connect);
    put(said, ConnectionSetting.USER, user);
    put(said, ConnectionSetting.PASSWORD_FILE, passwordFile);
    put(said, ConnectionSetting.TLS, tls ? "true" : null);
    put(said, ConnectionSetting.CA, ca);
    put(said, ConnectionSetting.TRUST_STORE, trustStore);
    put(said, ConnectionSetting.CERT, cert);
    put(said, ConnectionSetting.KEY, key);
    put(said, ConnectionSetting.KEY_STORE, keyStore);
    put(said, ConnectionSetting.ANY_HOST, anyHost ? "true" : null);
    put(said, ConnectionSetting.STORE_PASSWORD_FILE, storePasswordFile);
    return said;
  }

  private static void put(
      Map<ConnectionSetting, String> said, ConnectionSetting setting, @Nullable String value) {
    if (value != null) {
      said.put(setting, value);
    }
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
