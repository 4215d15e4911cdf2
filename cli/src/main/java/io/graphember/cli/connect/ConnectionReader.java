// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import io.graphember.cli.error.CliError;
import io.graphember.cli.view.Console;
import io.graphember.client.connect.CertificateFiles;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.client.connect.Tls;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Optional;

/** Makes settings of a connection of what is in force: reads files, asks for the password. */
final class ConnectionReader {
  private final SettingsInForce inForce;
  private final Console console;
  private final Cancellation cancellation;

  ConnectionReader(SettingsInForce inForce, Console console, Cancellation cancellation) {
    this.inForce = inForce;
    this.console = console;
    this.cancellation = cancellation;
  }

  ConnectionSettings read() {
    ConnectionSettings settings =
        ConnectionSettings.to(
            inForce.value(ConnectionSetting.CONNECT).orElse(ConnectionOptions.DEFAULT));
    if (speaksTls()) {
      settings = settings.withTls(tls());
    }
    Optional<String> user = inForce.value(ConnectionSetting.USER);
    return user.isPresent()
        ? settings.withLogin(user.get(), password(user.get(), settings.addressText()))
        : settings;
  }

  private boolean speaksTls() {
    return inForce.isOn(ConnectionSetting.TLS)
        || inForce.isOn(ConnectionSetting.ANY_HOST)
        || inForce.saysAny(
            ConnectionSetting.CA,
            ConnectionSetting.TRUST_STORE,
            ConnectionSetting.CERT,
            ConnectionSetting.KEY_STORE);
  }

  private Tls tls() {
    Tls tls = inForce.isOn(ConnectionSetting.ANY_HOST) ? Tls.jdk().withoutHostCheck() : Tls.jdk();
    if (inForce.saysAny(ConnectionSetting.CA)) {
      tls =
          tls.trusting(
              CertificateFiles.authorities(inForce.path(ConnectionSetting.CA).orElseThrow()));
    } else if (inForce.saysAny(ConnectionSetting.TRUST_STORE)) {
      tls =
          tls.trusting(
              CertificateFiles.store(
                  inForce.path(ConnectionSetting.TRUST_STORE).orElseThrow(), storePassword()));
    }
    if (inForce.saysAny(ConnectionSetting.CERT)) {
      return tls.identifiedBy(
          CertificateFiles.identity(
              inForce.path(ConnectionSetting.CERT).orElseThrow(),
              inForce.path(ConnectionSetting.KEY).orElseThrow()));
    }
    return inForce.saysAny(ConnectionSetting.KEY_STORE)
        ? tls.identifiedBy(
            CertificateFiles.identity(
                inForce.path(ConnectionSetting.KEY_STORE).orElseThrow(), storePassword()))
        : tls;
  }

  private String storePassword() {
    return said(ConnectionSetting.STORE_PASSWORD, ConnectionSetting.STORE_PASSWORD_FILE)
        .orElseThrow(
            () ->
                new GraphemberException(
                    CliError.PASSWORD_MISSING,
                    "The password of the store is missing: write it to a file and name that with --store-password-file, or set GRAPHEMBER_STORE_PASSWORD."));
  }

  private String password(String user, String addresses) {
    return said(ConnectionSetting.PASSWORD, ConnectionSetting.PASSWORD_FILE)
        .or(
            () ->
                console
                    .answers()
                    .askHidden("Password of %s at %s: ".formatted(user, addresses), cancellation))
        .orElseThrow(
            () ->
                new GraphemberException(
                    CliError.PASSWORD_MISSING,
                    "The password of user %s is missing, and nobody is here to ask: name a file with --password-file, set GRAPHEMBER_PASSWORD, or run the command in a terminal."
                        .formatted(user)));
  }

  private Optional<String> said(ConnectionSetting password, ConnectionSetting file) {
    return inForce.value(password).or(() -> inForce.path(file).map(PrivateFile::password));
  }
}
