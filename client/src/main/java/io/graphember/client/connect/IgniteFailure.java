// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.ignite.client.ClientAuthenticationException;
import org.apache.ignite.client.ClientException;

/** Why Ignite's client could not start, found in what it throws. */
final class IgniteFailure {
  /** Of a node whose security is not Ignite's own, see {@code CacheGuard}. */
  private static final List<String> LOGIN_TEXTS =
      List.of("user name or password", "Unauthenticated sessions are prohibited");

  private static final Set<String> ABSENCE =
      Set.of(
          ConnectionError.HOST_UNKNOWN.name(),
          ConnectionError.CONNECTION_FAILED.name(),
          ConnectionError.CONNECTION_TIMED_OUT.name());

  private IgniteFailure() {}

  /** True if there is no node, so that another address may lead to one. */
  static boolean isAbsence(GraphemberException failure) {
    return ABSENCE.contains(failure.code());
  }

  /** The reason in our words, where the address may be asked for more. */
  static GraphemberException of(
      ClientException failure, Address address, Optional<Login> login, Reachability reachability) {
    if (isLogin(failure)) {
      return Refusal.login(address.toString(), login, failure);
    }
    if (isTimeout(failure)) {
      return reachability.whySilent(address, failure);
    }
    return reachability.whyClosed(address, failure);
  }

  /** The reason in our words of a configuration of Ignite's, as far as the exception says. */
  static GraphemberException of(ClientException failure, String address, Optional<Login> login) {
    if (isLogin(failure)) {
      return Refusal.login(address, login, failure);
    }
    if (isTimeout(failure)) {
      return Refusal.timedOut(address, failure);
    }
    return has(failure, UnknownHostException.class) || has(failure, ConnectException.class)
        ? Refusal.nobody(address, failure)
        : Refusal.closed(address, failure);
  }

  private static boolean isTimeout(ClientException failure) {
    return String.valueOf(failure.getMessage()).contains("Timeout was reached");
  }

  private static boolean isLogin(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      final String message = String.valueOf(cause.getMessage());
      if (cause instanceof ClientAuthenticationException
          || LOGIN_TEXTS.stream().anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }
}
