// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.entry;

import org.apache.ignite.lang.IgniteBiPredicate;

/**
 * True of entries whose key is a text that begins so. A class with a name: a lambda has none that a
 * white list of Ignite's marshaller could hold.
 */
final class PathPrefix implements IgniteBiPredicate<Object, Object> {
  private static final long serialVersionUID = 1L;

  private final String prefix;

  PathPrefix(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public boolean apply(Object path, Object value) {
    return path instanceof String text && text.startsWith(prefix);
  }
}
