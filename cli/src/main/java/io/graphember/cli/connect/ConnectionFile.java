// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Setting;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file of connections: what options and variables may say, for all commands. Each may be absent
 * and is null then.
 *
 * @param connect addresses with commas between them
 * @param user name of the user
 * @param password the user's password
 * @param passwordFile file with it
 * @param tls whether to speak TLS
 * @param trustStore store of authorities
 * @param ca PEM file of authorities
 * @param keyStore store of the client's certificate and key
 * @param cert PEM file of the client's certificate
 * @param key PEM file of its key
 * @param storePassword password of the stores
 * @param storePasswordFile file with it
 * @param anyHost whether a node's certificate may be made out for any host
 */
record ConnectionFile(
    @Setting(value = "HOST:PORT of a node, or several with commas.", optional = true)
        @Nullable String connect,
    @Setting(value = "Name of the user.", optional = true) @Nullable String user,
    @Setting(value = "Password of the user.", optional = true) @Nullable String password,
    @Setting(value = "File with the password of the user.", optional = true)
        @Nullable String passwordFile,
    @Setting(value = "Whether to speak TLS.", optional = true) @Nullable Boolean tls,
    @Setting(value = "PKCS12 or JKS store of authorities.", optional = true)
        @Nullable String trustStore,
    @Setting(value = "PEM file of authorities.", optional = true) @Nullable String ca,
    @Setting(value = "PKCS12 or JKS store of the client's certificate and key.", optional = true)
        @Nullable String keyStore,
    @Setting(value = "PEM file of the client's certificate.", optional = true)
        @Nullable String cert,
    @Setting(value = "PEM file of its key.", optional = true) @Nullable String key,
    @Setting(value = "Password of the stores.", optional = true) @Nullable String storePassword,
    @Setting(value = "File with the password of the stores.", optional = true)
        @Nullable String storePasswordFile,
    @Setting(value = "Whether a node's certificate may be for any host.", optional = true)
        @Nullable Boolean anyHost)
    implements CrossChecked {
  /** What is said. */
  Map<ConnectionSetting, String> said() {
    Map<ConnectionSetting, String> said = new EnumMap<>(ConnectionSetting.class);
    put(said, ConnectionSetting.CONNECT, connect);
    put(said, ConnectionSetting.USER, user);
    put(said, ConnectionSetting.PASSWORD, password);
    put(said, ConnectionSetting.PASSWORD_FILE, passwordFile);
    put(said, ConnectionSetting.TLS, tls);
    put(said, ConnectionSetting.TRUST_STORE, trustStore);
    put(said, ConnectionSetting.CA, ca);
    put(said, ConnectionSetting.KEY_STORE, keyStore);
    put(said, ConnectionSetting.CERT, cert);
    put(said, ConnectionSetting.KEY, key);
    put(said, ConnectionSetting.STORE_PASSWORD, storePassword);
    put(said, ConnectionSetting.STORE_PASSWORD_FILE, storePasswordFile);
    put(said, ConnectionSetting.ANY_HOST, anyHost);
    return said;
  }

  private static void put(
      Map<ConnectionSetting, String> said, ConnectionSetting setting, @Nullable Object value) {
    if (value != null) {
      said.put(setting, value.toString());
    }
  }

  @Override
  public void check(Complaints complaints) {
    ConnectionRules.check(
        said().keySet(),
        ConnectionSetting::key,
        (setting, rule) -> complaints.add(setting.key(), rule));
  }

  @Override
  public String toString() {
    return "settings of connections";
  }
}
