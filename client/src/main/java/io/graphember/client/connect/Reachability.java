// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Looks at an address before Ignite does, and speaks TLS with it if the client is to: Ignite waits
 * for a handshake without a bound, and keeps no reason why one fails. Costs a connection.
 */
final class Reachability {
  private static final int LONGEST_CONNECT_MILLIS = 10_000;
  private static final int ALERT_MILLIS = 1_000;

  private final Optional<SSLContext> tls;
  private final int millis;

  /**
   * What to speak.
   *
   * @param tls empty to speak without
   * @param timeout longest wait for a handshake, and at most 10 seconds for a connection
   */
  Reachability(Optional<SSLContext> tls, Duration timeout) {
    this.tls = tls;
    this.millis = Math.toIntExact(timeout.toMillis());
  }

  /**
   * Goes on if somebody answers there, and as a node of this client would.
   *
   * @throws GraphemberException with the reason
   */
  void require(Address address) {
    try (Socket socket = connect(address)) {
      if (tls.isPresent()) {
        shakeHands(tls.get(), socket, address).close();
      }
    } catch (IOException e) {
      throw tls.isPresent()
          ? TlsFailure.of(e, address, () -> speaksTls(address))
          : Refusal.nobody(
              address.toString(), e); // the connection was lost as soon as it was there
    }
  }

  /**
   * Why a node ends the connection that it has taken, as far as its address says.
   *
   * @param cause what Ignite threw
   */
  GraphemberException whyClosed(Address address, Exception cause) {
    if (tls.isEmpty()) {
      return speaksTls(address)
          ? Refusal.tlsNeeded(address.toString(), cause)
          : Refusal.noNode(address.toString(), cause);
    }
    try (Socket socket = connect(address);
        SSLSocket spoken = shakeHands(tls.get(), socket, address)) {
      return isEnded(spoken)
          ? Refusal.clientCertificate(address.toString(), cause)
          : Refusal.noNode(address.toString(), cause);
    } catch (IOException e) {
      return TlsFailure.of(e, address, () -> speaksTls(address));
    } catch (GraphemberException e) {
      return e;
    }
  }

  /**
   * Why a node says nothing, as far as its address says: Ignite's client may wait for the answer to
   * a connection that the node has ended in the moment in which it was there.
   *
   * @param cause what Ignite threw
   */
  GraphemberException whySilent(Address address, Exception cause) {
    if (tls.isPresent()) {
      try (Socket socket = connect(address);
          SSLSocket spoken = shakeHands(tls.get(), socket, address)) {
        if (isEnded(spoken)) {
          return Refusal.clientCertificate(address.toString(), cause);
        }
      } catch (IOException | GraphemberException e) {
        cause.addSuppressed(e); // nobody can be asked
      }
    }
    return Refusal.timedOut(address.toString(), cause);
  }

  /**
   * True if the node ends a connection at once: it looks at the client's certificate when the
   * client already takes the handshake for done (RFC 8446, section 4.4.2.4).
   */
  private static boolean isEnded(SSLSocket spoken) throws SocketException {
    spoken.setSoTimeout(ALERT_MILLIS);
    try {
      return spoken.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private boolean speaksTls(Address address) {
    try (Socket socket = connect(address)) {
      return TlsFailure.isSpokenBy(socket, address, millis);
    } catch (IOException | GraphemberException e) {
      return false;
    }
  }

  private Socket connect(Address address) {
    InetSocketAddress target = new InetSocketAddress(resolved(address), address.port());
    Socket socket = new Socket();
    try {
      socket.connect(target, Math.min(millis, LONGEST_CONNECT_MILLIS));
      socket.setSoTimeout(millis);
      return socket;
    } catch (SocketTimeoutException e) {
      throw closed(socket, Refusal.timedOut(address.toString(), e));
    } catch (IOException e) {
      throw closed(socket, Refusal.nobody(address.toString(), e));
    }
  }

  private static GraphemberException closed(Socket socket, GraphemberException reason) {
    try {
      socket.close();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
    return reason;
  }

  private static InetAddress resolved(Address address) {
    try {
      return InetAddress.getByName(address.host());
    } catch (UnknownHostException e) {
      throw Refusal.unknownHost(address, e);
    }
  }

  private static SSLSocket shakeHands(SSLContext context, Socket socket, Address address)
      throws IOException {
    SSLSocket spoken =
        (SSLSocket)
            context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
    spoken.startHandshake();
    return spoken;
  }
}
