// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Certificates and keys from files: stores in PKCS12 or JKS, or PEM. Files of up to 1 MiB.
 *
 * <p>Everything here throws {@link GraphemberException} with code {@link
 * ConnectionError#TLS_FILE_UNUSABLE} for a file that cannot be used.
 */
public final class CertificateFiles {
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> KEY_KINDS = List.of("EC", "RSA", "EdDSA");
  private static final String ENTRY = "client";

  private CertificateFiles() {}

  /** The certificates of a store, in PKCS12 or JKS. */
  public static KeyStore store(Path file, String password) {
    return read(file, password);
  }

  /** The certificate and key of a store, in PKCS12 or JKS; the key has the store's password. */
  public static Tls.Identity identity(Path file, String password) {
    KeyStore store = read(file, password);
    try {
      boolean key = false;
      for (String alias : Collections.list(store.aliases())) {
        key |= store.isKeyEntry(alias) && store.getKey(alias, password.toCharArray()) != null;
      }
      if (!key) {
        throw unusable(file, "holds no key: put the client's certificate and its key there", null);
      }
      return new Tls.Identity(store, password);
    } catch (UnrecoverableKeyException e) {
      throw unusable(file, "holds a key of another password: give the key that of the store", e);
    } catch (GeneralSecurityException e) {
      throw unusable(file, "holds a key that this Java cannot use", e);
    }
  }

  private static KeyStore read(Path file, String password) {
    requireReadable(file);
    try {
      return KeyStore.getInstance(file.toFile(), password.toCharArray());
    } catch (IOException e) {
      throw unusable(
          file,
          isPassword(e)
              ? "does not open with the password given: give that of the store"
              : "is no key store: PKCS12 and JKS are read",
          e);
    } catch (GeneralSecurityException e) {
      throw unusable(file, "is no key store: PKCS12 and JKS are read", e);
    }
  }

  private static boolean isPassword(IOException e) {
    return e.getCause() instanceof UnrecoverableKeyException
        || String.valueOf(e.getMessage()).contains("password");
  }

  /** The certificates of a PEM file as authorities. */
  public static KeyStore authorities(Path pem) {
    List<Certificate> certificates = certificates(pem);
    try {
      KeyStore store = empty();
      for (int i = 0; i < certificates.size(); i++) {
        store.setCertificateEntry("authority-" + i, certificates.get(i));
      }
      return store;
    } catch (GeneralSecurityException e) {
      throw unusable(pem, "holds certificates that this Java cannot use", e);
    }
  }

  /**
   * A certificate and its key from PEM files.
   *
   * @param certificate the client's own first, then those that vouch for it
   * @param key not encrypted, in the form of PKCS#8 ({@code BEGIN PRIVATE KEY}): EC, RSA or EdDSA
   */
  public static Tls.Identity identity(Path certificate, Path key) {
    Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
    PrivateKey own = privateKey(key, chain[0].getPublicKey().getAlgorithm());
    try {
      KeyStore store = empty();
      store.setKeyEntry(ENTRY, own, ENTRY.toCharArray(), chain);
      return new Tls.Identity(store, ENTRY);
    } catch (GeneralSecurityException e) {
      throw unusable(key, "holds a key that this Java cannot use", e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new IllegalStateException(e); // nothing is read
    }
    return store;
  }

  private static List<Certificate> certificates(Path pem) {
    try {
      List<Certificate> certificates =
          List.copyOf(
              CertificateFactory.getInstance("X.509")
                  .generateCertificates(new ByteArrayInputStream(bytes(pem))));
      if (certificates.isEmpty()) {
        throw unusable(pem, "holds no certificate: PEM has a line BEGIN CERTIFICATE", null);
      }
      return certificates;
    } catch (CertificateException e) {
      throw unusable(pem, "holds no certificate: PEM has a line BEGIN CERTIFICATE", e);
    }
  }

  private static PrivateKey privateKey(Path pem, String kind) {
    Matcher key = PRIVATE_KEY.matcher(new String(bytes(pem), StandardCharsets.US_ASCII));
    if (!key.find()) {
      throw unusable(
          pem,
          "holds no key of the form BEGIN PRIVATE KEY: openssl pkcs8 -topk8 -nocrypt makes one",
          null);
    }
    final byte[] encoded = Base64.getMimeDecoder().decode(key.group(1));
    try {
      return KeyFactory.getInstance(KEY_KINDS.contains(kind) ? kind : KEY_KINDS.get(0))
          .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (InvalidKeySpecException e) {
      throw unusable(pem, "holds a key that is not of the certificate's kind, " + kind, e);
    } catch (GeneralSecurityException e) {
      throw unusable(pem, "holds a key that this Java cannot use", e);
    }
  }

  private static byte[] bytes(Path file) {
    requireReadable(file);
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unusable(file, "cannot be read", e);
    }
  }

  private static void requireReadable(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES || Files.isDirectory(file)) {
        throw unusable(file, "is larger than 1 MiB, or a folder", null);
      }
    } catch (NoSuchFileException e) {
      throw unusable(file, "there is no such file", e);
    } catch (IOException e) {
      throw unusable(file, "cannot be read", e);
    }
  }

  private static GraphemberException unusable(Path file, String why, @Nullable Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_FILE_UNUSABLE, "%s: %s.".formatted(file, why), cause);
  }
}
