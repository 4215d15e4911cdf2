// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Graphember on the class path. */
public final class GraphemberVersion {
  private GraphemberVersion() {}

  /** For example {@code 0.1.0}. */
  public static String current() {
    try (InputStream in = GraphemberVersion.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
