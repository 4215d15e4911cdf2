// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import org.apache.ignite.client.IgniteClient;

/** What Ignite's thin client needs of the JVM that it runs in. */
final class ClientJvm {
  private static final String PACKAGE = "java.nio";

  /** The one package of the JDK that the thin client of Ignite 2.17 looks into. */
  static final String OPENED = "java.base/" + PACKAGE;

  private ClientJvm() {}

  /**
   * Refuses a JVM in which the thin client ends at its first use, with an error that says nothing
   * of the remedy.
   *
   * @throws GraphemberException with code {@link ConnectionError#JVM_CLOSED}
   */
  static void require() {
    if (!ByteBuffer.class.getModule().isOpen(PACKAGE, IgniteClient.class.getModule())) {
      throw new GraphemberException(
          ConnectionError.JVM_CLOSED,
          ("This JVM does not open java.nio, which Ignite's thin client needs on Java 17 and later:"
                  + " start it with --add-opens=%s=ALL-UNNAMED (config/graphember/jvm-client.txt"
                  + " holds the option), or put the line 'Add-Opens: %s' into the manifest of the jar"
                  + " that you start.")
              .formatted(OPENED, OPENED));
    }
  }
}
