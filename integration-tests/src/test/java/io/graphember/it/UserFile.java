// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import io.graphember.client.GraphemberClient;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Users of tests, all with one password. */
final class UserFile {
  static final String PASSWORD = "correct horse";

  private UserFile() {}

  /** The hash of the password, by few rounds: tests log in often. */
  static String quickHash() throws GeneralSecurityException {
    final byte[] salt = new byte[16];
    final int rounds = 1000;
    byte[] hash =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
            .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), salt, rounds, 256))
            .getEncoded();
    return "pbkdf2-sha256:%d:%s:%s"
        .formatted(
            rounds,
            Base64.getEncoder().encodeToString(salt),
            Base64.getEncoder().encodeToString(hash));
  }

  /** A client of a user. */
  static GraphemberClient connect(TestCluster cluster, int node, String user) {
    return GraphemberClient.connect(
        cluster.address(node),
        GraphemberClient.configuration(cluster.address(node))
            .setUserName(user)
            .setUserPassword(PASSWORD));
  }
}
