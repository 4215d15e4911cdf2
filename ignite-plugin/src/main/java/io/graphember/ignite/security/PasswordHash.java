// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * What is kept of a password: PBKDF2 with HMAC-SHA-256 (RFC 8018, section 5.2) of it and a random
 * salt. As text {@code pbkdf2-sha256:ROUNDS:SALT:HASH}, salt and hash in Base64. Immutable.
 */
public final class PasswordHash {
  private static final Pattern FORM =
      Pattern.compile("pbkdf2-sha256:([1-9][0-9]{0,7}):([A-Za-z0-9+/]{22}==):([A-Za-z0-9+/]{43}=)");
  private static final int ROUNDS = 210_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BITS = 256;

  private final int rounds;
  private final byte[] salt;
  private final byte[] hash;

  private PasswordHash(int rounds, byte[] salt, byte[] hash) {
    this.rounds = rounds;
    this.salt = salt;
    this.hash = hash;
  }

  /** The hash of a new password; takes some tenths of a second. */
  public static PasswordHash of(char[] password) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new PasswordHash(ROUNDS, salt, hash(password, salt, ROUNDS));
  }

  /** The hash in a text; empty if there is none. */
  static Optional<PasswordHash> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new PasswordHash(
                Integer.parseInt(matcher.group(1)),
                Base64.getDecoder().decode(matcher.group(2)),
                Base64.getDecoder().decode(matcher.group(3))))
        : Optional.empty();
  }

  /** True of the password; takes as long for a wrong one. */
  boolean matches(char[] password) {
    return MessageDigest.isEqual(hash, hash(password, salt, rounds));
  }

  private static byte[] hash(char[] password, byte[] salt, int rounds) {
    PBEKeySpec key = new PBEKeySpec(password, salt, rounds, HASH_BITS);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(key).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has it
    } finally {
      key.clearPassword();
    }
  }

  @Override
  public String toString() {
    Base64.Encoder base64 = Base64.getEncoder();
    return "pbkdf2-sha256:%d:%s:%s"
        .formatted(rounds, base64.encodeToString(salt), base64.encodeToString(hash));
  }
}
