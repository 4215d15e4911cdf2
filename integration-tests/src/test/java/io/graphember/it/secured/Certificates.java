// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.secured;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.ignite.ssl.SslContextFactory;

/** Certificates of one authority, made with the JDK's keytool as the page on security shows. */
public final class Certificates {
  public static final String PASSWORD = "changeit";

  private final Path folder;

  private Certificates(Path folder) {
    this.folder = folder;
  }

  /** A new authority, in a folder of its own. */
  public static Certificates make(Path folder) throws Exception {
    Files.createDirectories(folder);
    Certificates made = new Certificates(folder);
    made.generate("ca", "-ext", "bc:c");
    made.keytool("-exportcert", "-rfc", "-alias", "ca", "-keystore", "ca.p12", "-file", "ca.pem");
    made.keytool(
        "-importcert", "-noprompt", "-alias", "ca", "-keystore", "trust.p12", "-file", "ca.pem");
    return made;
  }

  /** A certificate of the authority for a host. */
  public Certificates node(String name, String alternatives) throws Exception {
    return signed(name, "-ext", "SAN=" + alternatives);
  }

  /** A certificate of the authority for a user. */
  public Certificates user(String name) throws Exception {
    return signed(name);
  }

  private Certificates signed(String name, String... options) throws Exception {
    generate(name);
    final String store = name + ".p12";
    keytool("-certreq", "-alias", name, "-keystore", store, "-file", name + ".csr");
    List<String> signing =
        new ArrayList<>(
            List.of("-gencert", "-rfc", "-alias", "ca", "-keystore", "ca.p12", "-infile"));
    signing.addAll(List.of(name + ".csr", "-outfile", name + ".pem"));
    signing.addAll(List.of(options));
    keytool(signing.toArray(String[]::new));
    keytool("-importcert", "-noprompt", "-alias", "ca", "-keystore", store, "-file", "ca.pem");
    keytool("-importcert", "-alias", name, "-keystore", store, "-file", name + ".pem");
    return this;
  }

  private void generate(String name, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("-genkeypair", "-alias", name, "-dname"));
    command.addAll(List.of("CN=" + name, "-keyalg", "EC", "-validity", "2", "-keystore"));
    command.add(name + ".p12");
    command.addAll(List.of(options));
    keytool(command.toArray(String[]::new));
  }

  private void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    if (!arguments[0].equals("-printcert")) {
      command.addAll(List.of("-storepass", PASSWORD));
    }
    Path said = folder.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> String.join(" ", command) + read(said)).isZero();
  }

  private static String read(Path file) {
    try {
      return "\n" + Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** A file: {@code ca.pem}, {@code trust.p12}, {@code NAME.p12}, {@code NAME.pem}. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** The key of a user as PEM, in the form of PKCS#8. */
  public Path key(String name) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(file(name + ".p12").toFile(), PASSWORD.toCharArray());
    final byte[] key = store.getKey(name, PASSWORD.toCharArray()).getEncoded();
    return Files.writeString(
        folder.resolve(name + ".key.pem"),
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(key)));
  }

  /** TLS of a node. */
  public SslContextFactory ofNode(String name) {
    SslContextFactory tls = new SslContextFactory();
    tls.setKeyStoreFilePath(file(name + ".p12").toString());
    tls.setKeyStorePassword(PASSWORD.toCharArray());
    tls.setKeyStoreType("PKCS12");
    tls.setTrustStoreFilePath(file("trust.p12").toString());
    tls.setTrustStorePassword(PASSWORD.toCharArray());
    tls.setTrustStoreType("PKCS12");
    return tls;
  }
}
