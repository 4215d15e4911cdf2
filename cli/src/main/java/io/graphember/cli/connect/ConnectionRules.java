// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.connect;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What may be said together about a connection. */
final class ConnectionRules {
  private record Pair(ConnectionSetting one, ConnectionSetting other) {}

  private static final List<Pair> EXCLUDE =
      List.of(
          new Pair(ConnectionSetting.PASSWORD, ConnectionSetting.PASSWORD_FILE),
          new Pair(ConnectionSetting.STORE_PASSWORD, ConnectionSetting.STORE_PASSWORD_FILE),
          new Pair(ConnectionSetting.TRUST_STORE, ConnectionSetting.CA),
          new Pair(ConnectionSetting.KEY_STORE, ConnectionSetting.CERT),
          new Pair(ConnectionSetting.KEY_STORE, ConnectionSetting.KEY));

  private static final List<Pair> NEED =
      List.of(
          new Pair(ConnectionSetting.CERT, ConnectionSetting.KEY),
          new Pair(ConnectionSetting.KEY, ConnectionSetting.CERT));

  private ConnectionRules() {}

  /**
   * Complains about what does not go together.
   *
   * @param said what is said in one place, or in force
   * @param names of settings, as the place calls them
   * @param complaints take a setting and what it must be
   */
  static void check(
      Set<ConnectionSetting> said,
      Function<ConnectionSetting, String> names,
      BiConsumer<ConnectionSetting, String> complaints) {
    for (Pair pair : EXCLUDE) {
      if (said.contains(pair.one()) && said.contains(pair.other())) {
        complaints.accept(
            pair.one(), "excludes %s: leave one out".formatted(names.apply(pair.other())));
      }
    }
    for (Pair pair : NEED) {
      if (said.contains(pair.one()) && !said.contains(pair.other())) {
        complaints.accept(pair.one(), "needs %s beside it".formatted(names.apply(pair.other())));
      }
    }
  }
}
