// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The classes of ours that nodes send one another, and those of Java that go with them: what
 * Ignite's marshaller must be allowed if it is kept to a white list. Ignite applies one list to its
 * whole JVM, so a list must name the classes of the host, too.
 *
 * <p>A list is a text with the name of a class or {@code PACKAGE.*} on each line; lines that begin
 * with {@code #} say something to people.
 */
public final class WireClasses {
  /** The resource with the list of ours, which Ignite reads from the class path, too. */
  public static final String RESOURCE = "META-INF/graphember.wire-classes";

  private static final String NAME = "[A-Za-z_][A-Za-z0-9_$]*";
  private static final Pattern PATTERN = Pattern.compile(NAME + "(\\." + NAME + ")*(\\.\\*)?");

  private WireClasses() {}

  /** True of the name of a class, and of {@code PACKAGE.*}. */
  public static boolean isPattern(String text) {
    return PATTERN.matcher(text).matches();
  }

  /** The names of ours. */
  public static List<String> names() {
    try (InputStream in = WireClasses.class.getClassLoader().getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The text of a list.
   *
   * @param host names and patterns of the host's own classes; see {@link #isPattern}
   */
  public static String list(List<String> host) {
    StringBuilder text = new StringBuilder();
    text.append("# Classes that Ignite's marshaller reads on a node, beside Ignite's own.\n");
    text.append("# Use: -DIGNITE_MARSHALLER_WHITELIST=FILE on every server node.\n");
    text.append("# Of Graphember:\n");
    names().forEach(name -> text.append(name).append('\n'));
    text.append("# Of the host:\n");
    host.forEach(name -> text.append(name).append('\n'));
    return text.toString();
  }
}
