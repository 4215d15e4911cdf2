// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a connection that did not come about is called for users, each with what mends it. */
final class Refusal {
  /** Reasons that a message has room for. */
  private static final int MOST_REASONS = 8;

  private Refusal() {}

  static GraphemberException unknownHost(Address address, Exception cause) {
    return new GraphemberException(
        ConnectionError.HOST_UNKNOWN,
        "Host %s of %s is not known: write its name as this machine knows it, or its number."
            .formatted(address.host(), address),
        cause);
  }

  static GraphemberException nobody(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.CONNECTION_FAILED,
        "No Ignite node answers at %s: start one, or name another host:port, with the port for clients, 10800 as a rule."
            .formatted(address),
        cause);
  }

  /** Something else listens, or a node that does not want to. */
  static GraphemberException noNode(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.CONNECTION_FAILED,
        "What listens at %s is not the client connector of an Ignite node: name its port, 10800 as a rule."
            .formatted(address),
        cause);
  }

  static GraphemberException timedOut(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.CONNECTION_TIMED_OUT,
        "Nothing comes back from %s: see whether a firewall keeps you from it, and whether the node there is well."
            .formatted(address),
        cause);
  }

  /** Ended without a word, and nobody can be asked why. */
  static GraphemberException closed(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.CONNECTION_FAILED,
        "The connection to %s ended before it began: see whether a node listens there, and whether it and the client both speak TLS."
            .formatted(address),
        cause);
  }

  /** None of several addresses. */
  static GraphemberException none(List<GraphemberException> reasons) {
    return new GraphemberException(
        ConnectionError.CONNECTION_FAILED,
        "None of %d addresses leads to a node. %s"
            .formatted(
                reasons.size(),
                reasons.stream()
                    .limit(MOST_REASONS)
                    .map(Exception::getMessage)
                    .collect(Collectors.joining(" "))),
        reasons.get(0));
  }

  static GraphemberException tlsNeeded(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_MISMATCH,
        "The node at %s speaks TLS only: connect with --tls, and with --ca or --trust-store if its authority is your own."
            .formatted(address),
        cause);
  }

  static GraphemberException tlsUnknown(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_MISMATCH,
        "What listens at %s does not speak TLS: leave TLS out, or name a port where it is spoken."
            .formatted(address),
        cause);
  }

  static GraphemberException noCommonTls(String address, String alert, Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_REFUSED,
        "The node at %s and this Java share no version or cipher of TLS (%s): let the node take TLS 1.2 or 1.3."
            .formatted(address, alert),
        cause);
  }

  static GraphemberException untrusted(String address, String why, Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_REFUSED,
        "The certificate of the node at %s is not trusted (%s): name the authority that vouches for it with --ca or --trust-store."
            .formatted(address, why),
        cause);
  }

  static GraphemberException otherHost(String address, String names, Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_REFUSED,
        "The certificate of the node at %s is made out for %s: connect by such a name, or make one with the name that you use."
            .formatted(address, names),
        cause);
  }

  static GraphemberException clientCertificate(String address, Exception cause) {
    return new GraphemberException(
        ConnectionError.TLS_REFUSED,
        "The node at %s wants a certificate that it trusts from its clients: give yours with --cert and --key, or --key-store."
            .formatted(address),
        cause);
  }

  static GraphemberException login(String address, Optional<Login> login, Exception cause) {
    return new GraphemberException(
        ConnectionError.LOGIN_REFUSED,
        login
            .map(
                user ->
                    "The node at %s does not know user %s, or the password is wrong: check both with whoever runs the cluster."
                        .formatted(address, user))
            .orElseGet(
                () ->
                    "The node at %s takes only clients that log in: give --user and a password, or the certificate of a user."
                        .formatted(address)),
        cause);
  }
}
