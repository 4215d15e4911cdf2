// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of Graphember on the class path: MAJOR.MINOR.PATCH. */
public final class GraphemberVersion {
  private static final Pattern VERSION = Pattern.compile("([0-9]+\\.[0-9]+)\\..*");

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

  /**
   * The minor version that a version belongs to, for example {@code 0.1} of {@code 0.1.4}: what
   * nodes must have in common to be in one cluster. A text that is no version belongs to itself.
   */
  public static String minor(String version) {
    Matcher parts = VERSION.matcher(version);
    return parts.matches() ? parts.group(1) : version;
  }
}
