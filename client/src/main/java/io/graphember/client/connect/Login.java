// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

/**
 * Who a client is. Its text never shows the password.
 *
 * @param user name that the cluster knows
 * @param password of that user
 */
public record Login(String user, String password) {
  @Override
  public String toString() {
    return user;
  }
}
